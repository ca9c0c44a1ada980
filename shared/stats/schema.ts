import * as z from 'zod/mini'

import type { Kurus } from '#shared/money.ts'
import { type DayRange, isDay } from '#shared/date.ts'
import { messages } from '#shared/messages.ts'
import { MAX_PERIOD_DAYS } from '#shared/options.ts'
import { count, day, kurus, resultSchema } from '#shared/values.ts'

import { daysIn, PERIOD_REVERSED, PERIOD_TOO_LONG } from './period.ts'

/** A figure of one day. A daily series has every day of the month, in order. */
const dayCount = /* @__PURE__ */ resultSchema(() => ({ label: day, adet: count }))
const dayAmount = /* @__PURE__ */ resultSchema(() => ({ label: day, tutar_kurus: kurus }))

export type DayCount = z.output<typeof dayCount>
export type DayAmount = z.output<typeof dayAmount>

/**
 * The statistics of a shop (specification §3). `son_ay_…`, the statuses, the operations and the daily series cover
 * the selected month, `toplam_…` all time.
 */
export const stats = /* @__PURE__ */ resultSchema(() => ({
  /** Most frequent status first. */
  durumlara_gore_kayit: z.array(z.strictObject({ durum: z.string(), adet: count })),
  son_ay_kayit_sayisi: count,
  toplam_kayit_sayisi: count,
  toplam_gelir_kurus: kurus,
  toplam_gider_kurus: kurus,
  son_ay_gelir_kurus: kurus,
  son_ay_gider_kurus: kurus,
  /** The 10 most frequent operations at most, the greatest quantity first. */
  en_fazla_islemler: z.array(z.strictObject({ islem_adi_upper: z.string(), toplam_islem_adeti: count })),
  gunluk_kayit_sayisi: z.array(dayCount),
  gunluk_gelir: z.array(dayAmount),
  gunluk_gider: z.array(dayAmount),
  /** The number of records with income by day. */
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

/**
 * The compared days of the selected month and of the one before (decisions: statistics), and the days with income of
 * that whole month.
 */
export type StatsComparison = {
  current: PeriodFigures
  previous: PeriodFigures
  previous_gelir: DayAmount[]
}

/** The last spelling of operations, by their upper-cased names. */
type Spellings = Record<string, string>

/**
 * The statistics for the page; the old path has no comparison and no spellings. `comparison` is `null` if there is no
 * period to compare with.
 */
export type ComparedStats = Stats & {
  comparison: StatsComparison | null
  spellings: Spellings
}

const dayOfPeriod = z.string(messages.invalidInput).check(z.refine(isDay, messages.invalidDate))

/** The days of a period, both ends included: a whole month or year, or any others. */
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
const periodPoint = /* @__PURE__ */ resultSchema(periodFields)
export type PeriodPoint = z.output<typeof periodPoint>

/** The figures of a period; `gelirli_kayit_sayisi` counts the records with income. */
const periodTotals = /* @__PURE__ */ resultSchema(() => ({
  ...periodFields(),
  tamamlanan_sayisi: count,
  gelirli_kayit_sayisi: count,
}))
export type PeriodTotals = z.output<typeof periodTotals>

/** The income of a period by name, the greatest first: at most 10, and the sum of the other `names`. */
const breakdown = /* @__PURE__ */ resultSchema(() => ({
  top: z.array(z.strictObject({ name: z.string(), gelir_kurus: kurus })),
  rest: z.nullable(z.strictObject({ names: count, gelir_kurus: kurus })),
}))
export type Breakdown = z.output<typeof breakdown>

/** The statistics of any days, for the page. */
export const periodStats = /* @__PURE__ */ resultSchema(() => ({
  totals: periodTotals,
  /** The days that exist in this period and in the one before; `null` if there is no period to compare with. */
  comparison: z.nullable(z.strictObject({ current: periodTotals, previous: periodTotals })),
  points: z.array(periodPoint),
  /** The points of the period before, in the order of `points`; a month or a year may have more or fewer. */
  previous_points: z.array(periodPoint),
  income_by_operation: breakdown,
  /** The spellings of `income_by_operation`. */
  spellings: z.record(z.string(), z.string()),
  /** The income by make; records without a make have the name ''. */
  income_by_make: breakdown,
  /** Today's open work, whatever the period. Cancelled records are counted, but add no amount. */
  open_work: z.strictObject({ kayit_sayisi: count, en_eski: z.nullable(day), toplam_kurus: kurus }),
}))
export type PeriodStats = z.output<typeof periodStats>
