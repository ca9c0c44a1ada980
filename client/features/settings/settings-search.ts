/*
 * The section of the settings in the URL. The file is in the first chunk, because the router parses every address with
 * it.
 */

/** The sections that the address names; the company is the one without a name. */
const TABS = ['prices', 'staff', 'account', 'notice'] as const

export type SettingsSearch = { tab?: (typeof TABS)[number] }

/** Returns the state that an address describes; drops the default and unknown sections. */
export function parseSettingsSearch(raw: Readonly<Record<string, unknown>>): SettingsSearch {
  const tab = TABS.find((one) => one === raw['tab'])
  return tab === undefined ? {} : { tab }
}
