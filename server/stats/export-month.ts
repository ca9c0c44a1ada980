import { type Column, type Sheet, sheetOfRows } from '#server/platform/export/sheet.ts'
import type { Day } from '#shared/date.ts'
import type { Kurus } from '#shared/money.ts'
import { DURUM_TAMAM } from '#shared/options.ts'
import type { Stats } from '#shared/stats/schema.ts'

/** A figure of the cards: an amount, or a number of records. */
type Figure = { ad: string; tutar_kurus?: Kurus; adet?: number }
type DayRow = { day: Day; kayit: number; gelirli: number; gelir: Kurus; giderli: number; gider: Kurus }

const all = () => true

const FIGURES: readonly Column<Figure>[] = [
  { title: 'Gösterge', width: 40, kind: 'text', value: (row) => row.ad },
  { title: 'Tutar (₺)', width: 18, kind: 'money', value: (row) => row.tutar_kurus ?? null },
  { title: 'Adet', width: 12, kind: 'count', value: (row) => row.adet ?? null },
]

const STATUSES: readonly Column<Stats['durumlara_gore_kayit'][number]>[] = [
  { title: 'Durum', width: 40, kind: 'text', value: (row) => row.durum || '—' },
  { title: 'Kayıt sayısı', width: 18, kind: 'count', value: (row) => row.adet, sum: all },
]

const DAYS: readonly Column<DayRow>[] = [
  { title: 'Gün', width: 12, kind: 'day', value: (row) => row.day },
  { title: 'Kayıt sayısı', width: 14, kind: 'count', value: (row) => row.kayit, sum: all },
  { title: 'Gelirli kayıt', width: 14, kind: 'count', value: (row) => row.gelirli, sum: all },
  { title: 'Gelir (₺)', width: 18, kind: 'money', value: (row) => row.gelir, sum: all },
  { title: 'Gider sayısı', width: 14, kind: 'count', value: (row) => row.giderli, sum: all },
  { title: 'Gider (₺)', width: 18, kind: 'money', value: (row) => row.gider, sum: all },
  { title: 'Kâr / zarar (₺)', width: 18, kind: 'money', value: (row) => row.gelir - row.gider, sum: all },
]

const OPERATIONS: readonly Column<Stats['en_fazla_islemler'][number]>[] = [
  { title: 'İşlem', width: 50, kind: 'text', value: (row) => row.islem_adi_upper },
  { title: 'Toplam adet', width: 14, kind: 'count', value: (row) => row.toplam_islem_adeti },
]

/** What the specification's cards and charts of a month show. */
export const monthSheets = (stats: Stats): Sheet[] => [
  sheetOfRows('Özet', FIGURES, figures(stats)),
  sheetOfRows('Durumlar', STATUSES, stats.durumlara_gore_kayit),
  sheetOfRows('Günler', DAYS, days(stats)),
  sheetOfRows('En fazla yapılan işlemler', OPERATIONS, stats.en_fazla_islemler),
]

function figures(stats: Stats): Figure[] {
  const completed = stats.durumlara_gore_kayit.find(({ durum }) => durum === DURUM_TAMAM)
  return [
    { ad: 'Ayın geliri', tutar_kurus: stats.son_ay_gelir_kurus },
    { ad: 'Ayın gideri', tutar_kurus: stats.son_ay_gider_kurus },
    { ad: 'Ayın kârı / zararı', tutar_kurus: stats.son_ay_gelir_kurus - stats.son_ay_gider_kurus },
    { ad: 'Ayın kayıtları', adet: stats.son_ay_kayit_sayisi },
    { ad: 'Ayın tamamlanan kayıtları', adet: completed?.adet ?? 0 },
    { ad: 'Tüm zamanların geliri', tutar_kurus: stats.toplam_gelir_kurus },
    { ad: 'Tüm zamanların gideri', tutar_kurus: stats.toplam_gider_kurus },
    { ad: 'Tüm zamanların kârı / zararı', tutar_kurus: stats.toplam_gelir_kurus - stats.toplam_gider_kurus },
    { ad: 'Tüm kayıtlar', adet: stats.toplam_kayit_sayisi },
  ]
}

function days(stats: Stats): DayRow[] {
  return stats.gunluk_gelir.map(({ label, tutar_kurus }, index) => ({
    day: label,
    kayit: stats.gunluk_kayit_sayisi[index]?.adet ?? 0,
    gelirli: stats.gunluk_gelir_sayisi[index]?.adet ?? 0,
    gelir: tutar_kurus,
    giderli: stats.gunluk_gider_sayisi[index]?.adet ?? 0,
    gider: stats.gunluk_gider[index]?.tutar_kurus ?? 0,
  }))
}
