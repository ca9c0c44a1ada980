import { dayParam, idParam, nonDefaultParams, pageParam, searchParam } from '#client/lib/search-params.ts'
import type { Day } from '#shared/day.ts'
import type { ChangeNoun } from '#shared/change/schema.ts'

/*
 * The state of the screen in the URL. The file is in the first chunk (the router parses every address with it), so it
 * imports only types from the schema, and the server checks the kind.
 */

export type ChangeSearch = {
  /** Absent for the changes. */
  tab?: 'trash'
  page?: number
  noun?: ChangeNoun
  actor?: number
  from?: Day
  to?: Day
}

const MAX_NOUN = 20

/** Returns the state that an address describes; drops defaults and invalid parameters. */
export function parseChangeSearch(raw: Readonly<Record<string, unknown>>): ChangeSearch {
  const page = pageParam(raw['page'])
  if (raw['tab'] === 'trash')
    return nonDefaultParams<Record<string, unknown>>({ tab: 'trash', page }, { page: 1 })
  return nonDefaultParams<Record<string, unknown>>(
    {
      page,
      noun: searchParam(raw['noun'], MAX_NOUN),
      actor: idParam(raw['actor']),
      from: dayParam(raw['from']),
      to: dayParam(raw['to']),
    },
    { page: 1 },
  )
}
