import { idParam, nonDefaultParams, pageParam } from '#client/lib/search-params.ts'

/* The state of the screen in the URL. The file is in the first chunk: the router parses every address with it. */

/** Tabs of the screen; the first is the default. */
export const TABS = ['requests', 'erasures', 'retention'] as const
export type Tab = (typeof TABS)[number]

type PersonalDataSearch = {
  /** Absent for the requests. */
  tab?: Exclude<Tab, 'requests'>
  page?: number
  /** Id of the customer for whom a new request is opened. */
  customer?: number
}

/** Returns the state that an address describes; drops defaults and invalid parameters. */
export function parsePersonalDataSearch(raw: Readonly<Record<string, unknown>>): PersonalDataSearch {
  const tab = TABS.find((one) => one === raw['tab'])
  const state = { tab, page: pageParam(raw['page']), customer: idParam(raw['customer']) }
  return nonDefaultParams<Record<string, unknown>>(state, { tab: TABS[0], page: 1 })
}
