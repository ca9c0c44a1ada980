import * as z from 'zod/mini'

import type { Kurus } from '#shared/money.ts'
import { type DayRange, isDay } from '#shared/date.ts'
import { messages } from '#shared/messages.ts'
import { MAX_PERIOD_DAYS } from '#shared/options.ts'
import { count, day, kurus, returned } from '#shared/values.ts'

import { daysIn, PERIOD_REVERSED, PERIOD_TOO_LONG } from './period.ts'

/** A figure of one day. A daily series has every day of the month, in order. */
const dayCount = /* @__PURE__ */ returned(() => ({ label: day, adet: count }))
const dayAmount = /* @__PURE__ */ returned(() => ({ label: day, tutar_kurus: kurus }))

export type DayCount = z.output<typeof dayCount>
export type DayAmount = z.output<typeof dayAmount>

/**
 * The statistics of a shop (specification §3). `son_ay_…`, the statuses, the operations and the daily series cover
 * the selected month, `toplam_…` all time.
 */
export const stats = /* @__PURE__ */ returned(() => ({
  /** Most frequent status first. */
  durumlara_gore_kayit: z.array(z.strictObject({ durum: z.string(), adet: count })),
  son_ay_kayit_sayisi: count,
  toplam_kayit_sayisi: count,
  toplam_gelir_kurus: kurus,
  toplam_gider_kurus: kurus,
  son_ay_gelir_kurus: kurus,
  son_ay_gider_kurus: kurus,
  /** At most 10, the greatest quantity first. */
  en_fazla_islemler: z.array(z.strictObject({ islem_adi_upper: z.string(), toplam_islem_adeti: count })),
  gunluk_kayit_sayisi: z.array(dayCount),
  gunluk_gelir: z.array(dayAmount),
  gunluk_gider: z.array(dayAmount),
  /** Records of the day that have income. */
  gunluk_gelir_sayisi: z.array(dayCount),
  gunluk_gider_sayisi: z.array(dayCount),
}))
export type Stats = z.output<typeof stats>

/** The figures of some days. */
export type PeriodFigures = DayRange & {
  kayit_sayisi: number
  tamamlanan_sayisi: number
  gelir_kurus: Kurus
  gider_kurus: Kurus
}

/** The selected month and the one before: the days that both have (decisions: statistics). */
export type StatsComparison = { current: PeriodFigures; previous: PeriodFigures }

/** The statistics for the page; the old path has no comparison. `null` when there is nothing to compare with. */
export type ComparedStats = Stats & { comparison: StatsComparison | null }

const dayOfPeriod = z.string(messages.invalidInput).check(z.refine(isDay, messages.invalidDate))

/** The days of a period, both included: a whole month or year, or any others. */
export const periodInput = z
  .strictObject({ from: dayOfPeriod, to: dayOfPeriod }, messages.invalidInput)
  .check(
    z.refine(({ from, to }) => from <= to, PERIOD_REVERSED),
    z.refine((period) => daysIn(period) <= MAX_PERIOD_DAYS, PERIOD_TOO_LONG),
  )
export type PeriodInput = z.output<typeof periodInput>

const periodFields = () => ({
  from: day,
  to: day,
  kayit_sayisi: count,
  gelir_kurus: kurus,
  gider_kurus: kurus,
})

/** The figures of the days of a chart's point. */
const periodPoint = /* @__PURE__ */ returned(periodFields)
export type PeriodPoint = z.output<typeof periodPoint>

/** The figures of a period; `gelirli_kayit_sayisi` counts the records with income. */
const periodTotals = /* @__PURE__ */ returned(() => ({
  ...periodFields(),
  tamamlanan_sayisi: count,
  gelirli_kayit_sayisi: count,
}))
export type PeriodTotals = z.output<typeof periodTotals>

/** The income of a period by name, the greatest first: at most 10, and the sum of the other `names`. */
const breakdown = /* @__PURE__ */ returned(() => ({
  top: z.array(z.strictObject({ name: z.string(), gelir_kurus: kurus })),
  rest: z.nullable(z.strictObject({ names: count, gelir_kurus: kurus })),
}))
export type Breakdown = z.output<typeof breakdown>

/** The statistics of any days, for the page. */
export const periodStats = /* @__PURE__ */ returned(() => ({
  totals: periodTotals,
  /** The days that this period and the one before have both; `null` when there is nothing to compare with. */
  comparison: z.nullable(z.strictObject({ current: periodTotals, previous: periodTotals })),
  points: z.array(periodPoint),
  /** In the order of `points`; of a month or a year there may be more or fewer. */
  previous_points: z.array(periodPoint),
  income_by_operation: breakdown,
  /** The name of records without a make is ''. */
  income_by_make: breakdown,
  /** The open work of today, whatever the period: cancelled records count, but not in the sum. */
  open_work: z.strictObject({ kayit_sayisi: count, en_eski: z.nullable(day), toplam_kurus: kurus }),
}))
export type PeriodStats = z.output<typeof periodStats>
