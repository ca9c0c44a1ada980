import { idParam, nonDefaultParams } from '#client/lib/search-params.ts'

/*
 * The day-end in the URL, by its number; without one the open day. The file is in the first chunk, because the router
 * parses every address with it.
 */
export type DaySearch = { no?: number }

/** Returns the day-end that an address names; drops invalid numbers. */
export function parseDaySearch(raw: Readonly<Record<string, unknown>>): DaySearch {
  const no = idParam(raw['no'])
  return no === undefined || no === 0 || no > MAX_NUMBER ? {} : nonDefaultParams({ no }, {})
}

const MAX_NUMBER = 2_147_483_647

/** Returns the input of the call that reads the day. */
export const toDayInput = ({ no }: DaySearch) => (no === undefined ? {} : { number: no })
