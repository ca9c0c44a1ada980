import { keptParams, searchParam } from '#client/lib/search-params.ts'
import { MAX_NAME_LENGTH } from '#shared/options.ts'

/*
 * The screen's state in the URL. This file is in the first chunk: the router checks every address with it.
 */

export type SupportSearch = {
  /** What the questions are searched for. */
  q?: string
}

/** Reads the state from an address; a blank search is none. */
export function parseSupportSearch(raw: Readonly<Record<string, unknown>>): SupportSearch {
  return keptParams({ q: searchParam(raw['q'], MAX_NAME_LENGTH) }, {})
}
