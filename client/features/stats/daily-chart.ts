import type { SeriesLook } from '#client/charts/series-look.tsx'
import { formatTL } from '#shared/money.ts'

import type { DayFigures } from './daily-figures.ts'

export interface DailyChartProps {
  /** Every day of the month; `undefined` during loading. */
  days: readonly DayFigures[] | undefined
  /** Number of days in a line; days to come are unknown. */
  drawnCount: number
}

/** Height of the chart across the right column, and of the two charts below it. */
export const WIDE_PLOT = 'h-45 lg:h-52'
export const PAIR_PLOT = 'h-45 lg:h-41'

/** Smallest step on an axis of amounts, in kuruş: one lira. */
export const LIRA_UNIT = 100

/** Formats an amount without kuruş, as all statistics do (specification §9). */
export const formatLira = (kurus: number) => formatTL(kurus, 0)

/** Returns the accessible name of a daily chart's plot. */
export const plotLabel = (title: string) => `${title}. Sol ve sağ ok tuşlarıyla günler arasında gezilir.`

/** Looks of the series, the same in every chart. */
export const SERIES_LOOKS = {
  kayit: { label: 'Kayıt', className: 'text-primary', shape: 'line' },
  gelir: { label: 'Gelir', className: 'text-gelir', shape: 'line' },
  gider: { label: 'Gider', className: 'text-gider', shape: 'dashed' },
  giderBar: { label: 'Gider', className: 'text-gider', shape: 'bar' },
  kar: { label: 'Kâr', className: 'text-kar', shape: 'bar' },
  zarar: { label: 'Zarar', className: 'text-zarar', shape: 'hatched' },
} as const satisfies Record<string, SeriesLook>
