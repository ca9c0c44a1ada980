import { nonDefaultParams, searchParam } from '#client/lib/search-params.ts'
import { MAX_NAME_LENGTH } from '#shared/options.ts'

/*
 * The state of the screen in the URL. The file is in the first chunk: the router parses every address with it.
 */

type SupportSearch = {
  /** Search of the questions. */
  q?: string
}

/** Returns the state that an address describes; drops a blank search. */
export function parseSupportSearch(raw: Readonly<Record<string, unknown>>): SupportSearch {
  return nonDefaultParams({ q: searchParam(raw['q'], MAX_NAME_LENGTH) }, {})
}
