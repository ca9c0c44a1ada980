import type { DayFigures } from '#client/charts/series.ts'
import { formatTL } from '#shared/money.ts'

export interface DailyChartProps {
  /** Every day of the month; `undefined` while they load. */
  days: readonly DayFigures[] | undefined
  /** How many of them a line shows: nothing is known of days to come. */
  drawn: number
}

/** The least that an axis of amounts can name: one lira. */
export const LIRA_UNIT = 100

/** Statistics have no kuruş (specification §9). */
export const lira = (kurus: number) => formatTL(kurus, 0)

/** The accessible name of a daily chart's plot. */
export const plotLabel = (title: string) => `${title}. Sol ve sağ ok tuşlarıyla günler arasında gezilir.`

/** The sum of one figure over the month. */
export const totalOf = (days: readonly DayFigures[], key: Exclude<keyof DayFigures, 'label'>): number =>
  days.reduce((sum, day) => sum + day[key], 0)

/** Nothing was earned and nothing spent. */
export const isEmptyMonth = (days: readonly DayFigures[]): boolean =>
  days.every(({ gelir, gider }) => gelir === 0 && gider === 0)
