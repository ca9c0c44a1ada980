import { type UserCtx, today } from '#server/core/context.ts'
import { periodName, periodWords } from '#server/export/period.ts'
import { type Book, type Column, oneBatch, type Sheet, sheetOf } from '#server/export/sheet.ts'
import { findCompany } from '#server/settings/company.ts'
import { type Day, monthOf } from '#shared/date.ts'
import type { MonthExportInput } from '#shared/export/schema.ts'
import type { Kurus } from '#shared/money.ts'
import { DURUM_TAMAM } from '#shared/options.ts'
import type { Stats } from '#shared/stats/schema.ts'

import { getStats } from './operations.ts'

/** A figure of the cards: an amount, or a number of records. */
type Figure = { ad: string; tutar_kurus?: Kurus; adet?: number }
type DayRow = { gun: Day; kayit: number; gelirli: number; gelir: Kurus; giderli: number; gider: Kurus }

/** What the file contains, one row a section. */
const SECTIONS: readonly ((stats: Stats) => Sheet)[] = [
  (stats) => section('Özet', FIGURES, figures(stats)),
  (stats) => section('Durumlar', STATUSES, stats.durumlara_gore_kayit),
  (stats) => section('Günler', DAYS, days(stats)),
  (stats) => section('En fazla yapılan işlemler', OPERATIONS, stats.en_fazla_islemler),
]

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
  { title: 'Gün', width: 12, kind: 'day', value: (row) => row.gun },
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

/** The statistics of a month, as their screen shows them. */
export async function statsBook(ctx: UserCtx, input: MonthExportInput): Promise<Book> {
  const day = today(ctx)
  const current = monthOf(day)
  const month = { month: input.month ?? current.month, year: input.year ?? current.year }
  const stats = await getStats(ctx, month)
  return {
    fileName: `istatistikler-${periodName(month, day)}`,
    title: 'İstatistikler',
    about: periodWords(month, day),
    issuedOn: day,
    company: await findCompany(ctx),
    sheets: SECTIONS.map((make) => make(stats)),
  }
}

const section = <Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): Sheet =>
  sheetOf(columns, { name, total: rows.length, batches: oneBatch(rows) })

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
    gun: label,
    kayit: stats.gunluk_kayit_sayisi[index]?.adet ?? 0,
    gelirli: stats.gunluk_gelir_sayisi[index]?.adet ?? 0,
    gelir: tutar_kurus,
    giderli: stats.gunluk_gider_sayisi[index]?.adet ?? 0,
    gider: stats.gunluk_gider[index]?.tutar_kurus ?? 0,
  }))
}
