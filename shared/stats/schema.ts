import type { Day } from '#shared/date.ts'

import type { DayRange } from './rules.ts'

/** A figure of one day; `label` is 'YYYY-MM-DD'. A daily series has every day of the month, in order. */
export type DayCount = { label: Day; adet: number }
/** `tutar` in lira. */
export type DayAmount = { label: Day; tutar: number }

/**
 * The statistics of a shop, in the contract's words (specification §3), amounts in lira. `son_ay_…`, the
 * statuses, the operations and the daily series are of the selected month; `toplam_…` of all time.
 */
export type Stats = {
  /** Most frequent status first. */
  durumlara_gore_kayit: { durum: string; adet: number }[]
  son_ay_kayit_sayisi: number
  toplam_kayit_sayisi: number
  toplam_gelir: number
  toplam_gider: number
  son_ay_gelir: number
  son_ay_gider: number
  /** At most 10, the greatest quantity first. */
  en_fazla_islemler: { islem_adi_upper: string; toplam_islem_adeti: number }[]
  gunluk_kayit_sayisi: DayCount[]
  gunluk_gelir: DayAmount[]
  gunluk_gider: DayAmount[]
  /** Records of the day that have income. */
  gunluk_gelir_sayisi: DayCount[]
  gunluk_gider_sayisi: DayCount[]
}

/** What some days of a month come to; amounts in lira. */
export type PeriodFigures = DayRange & {
  kayit_sayisi: number
  tamamlanan_sayisi: number
  gelir: number
  gider: number
}

/** The selected month beside the one before: the days that the two have in common (decisions: statistics). */
export type StatsComparison = { current: PeriodFigures; previous: PeriodFigures }

/** What the page is shown; the old path has no comparison. `null` where there is nothing to compare with. */
export type ComparedStats = Stats & { comparison: StatsComparison | null }
