import type { Day } from '#shared/date.ts'
import { daysOfMonth } from '#shared/date.ts'
import type { ComparedStats } from '#shared/stats/schema.ts'

type DayOf = {
  kayit?: number
  gelir?: number
  gider?: number
  gelirSayisi?: number
  giderSayisi?: number
}

/** Returns the response for a month: zero except the given days (in kuruş), without a comparison and spellings. */
export function answer(year: number, month: number, days: Record<number, DayOf> = {}): ComparedStats {
  const labels = daysOfMonth(year, month)
  const of = (label: Day): DayOf => days[Number(label.slice(8))] ?? {}
  const counts = (read: (day: DayOf) => number | undefined) =>
    labels.map((label) => ({ label, adet: read(of(label)) ?? 0 }))
  const amounts = (read: (day: DayOf) => number | undefined) =>
    labels.map((label) => ({ label, tutar_kurus: read(of(label)) ?? 0 }))
  return {
    durumlara_gore_kayit: [],
    son_ay_kayit_sayisi: 0,
    toplam_kayit_sayisi: 0,
    toplam_gelir_kurus: 0,
    toplam_gider_kurus: 0,
    son_ay_gelir_kurus: 0,
    son_ay_gider_kurus: 0,
    en_fazla_islemler: [],
    gunluk_kayit_sayisi: counts((day) => day.kayit),
    gunluk_gelir: amounts((day) => day.gelir),
    gunluk_gider: amounts((day) => day.gider),
    gunluk_gelir_sayisi: counts((day) => day.gelirSayisi),
    gunluk_gider_sayisi: counts((day) => day.giderSayisi),
    comparison: null,
    spellings: {},
  }
}
