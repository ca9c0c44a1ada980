import { nonDefaultParams, wholeParam } from '#client/lib/search-params.ts'

/*
 * The day-end in the URL, by its number; without one the open day. The file is in the first chunk, because the router
 * parses every address with it.
 */
export type DaySearch = { no?: number }

const MAX_NUMBER = 2_147_483_647

/** Returns the day-end that an address names; drops invalid numbers. */
export const parseDaySearch = (raw: Readonly<Record<string, unknown>>): DaySearch =>
  nonDefaultParams({ no: wholeParam(raw['no'], 1, MAX_NUMBER) }, {})

/** Returns the input of the call that reads the day. */
export const toDayInput = ({ no }: DaySearch) => (no === undefined ? {} : { number: no })
