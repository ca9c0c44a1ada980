import * as z from 'zod/mini'

import type { Kurus } from '#shared/money.ts'
import { count, day, kurus, returned } from '#shared/values.ts'

import type { DayRange } from './rules.ts'

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

/** The figures of some days of a month. */
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
