import { nonDefaultParams, periodParams } from '#client/lib/search-params.ts'

/** The month in the URL; without one the month that the screen proposes. */
export type MonthSearch = { month?: number; year?: number }

/** Returns the month that an address names; drops invalid parameters. */
export const parseMonthSearch = (raw: Readonly<Record<string, unknown>>): MonthSearch =>
  nonDefaultParams(periodParams(raw), {})
