import { nonDefaultParams } from '#client/lib/search-params.ts'
import type { Right } from '#shared/staff/rights.ts'

/*
 * The section of the settings in the URL. The file is in the first chunk, because the router parses every address with
 * it.
 */

/** The sections with the right that each one needs; `null` for none. */
const SECTION_RIGHTS = {
  company: 'settings',
  prices: 'prices',
  staff: 'staff',
  account: null,
  notice: null,
} as const satisfies Record<string, Right | null>

export type SettingsSection = keyof typeof SECTION_RIGHTS

export type SettingsSearch = {
  /** Absent for the company. */
  tab?: Exclude<SettingsSection, 'company'>
}

/** Returns the state that an address describes; drops the default and unknown sections. */
export function parseSettingsSearch({ tab }: Readonly<Record<string, unknown>>): SettingsSearch {
  const isKnown = typeof tab === 'string' && Object.hasOwn(SECTION_RIGHTS, tab)
  return nonDefaultParams<Record<string, unknown>>({ tab: isKnown ? tab : undefined }, { tab: 'company' })
}

/** Returns whether a user with these rights sees the section. */
export function canOpenSection(section: SettingsSection, rights: readonly Right[]): boolean {
  const needed = SECTION_RIGHTS[section]
  return needed === null || rights.includes(needed)
}

/** Returns the section to show: a user without the right to it sees the own account. */
export function sectionOf({ tab }: SettingsSearch, rights: readonly Right[]): SettingsSection {
  const wanted = tab ?? 'company'
  return canOpenSection(wanted, rights) ? wanted : 'account'
}
