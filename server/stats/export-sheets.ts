import { type Column, type Sheet, sheetOfRows } from '#server/platform/export/sheet.ts'
import type { Day, DayRange } from '#shared/date.ts'
import type { Kurus } from '#shared/money.ts'
import { DURUM_TAMAM } from '#shared/options.ts'
import { averageIncome, type IncomePart, makeParts, operationParts } from '#shared/stats/income.ts'
import { nameOfPeriod } from '#shared/stats/period-name.ts'
import { type PointStep, stepOf } from '#shared/stats/period.ts'
import type { PeriodPoint, PeriodStats, PeriodTotals, Stats } from '#shared/stats/schema.ts'

import { addExactly } from './exact.ts'

const all = () => true

/** A figure of the cards: an amount, or a number of records. */
type Figure = { ad: string; tutar_kurus?: Kurus; adet?: number }
type DayRow = { day: Day; kayit: number; gelirli: number; gelir: Kurus; giderli: number; gider: Kurus }

const CARDS: readonly Column<Figure>[] = [
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
  sheetOfRows('Özet', CARDS, figures(stats)),
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

/** The figures of some days, or the difference between two of them. */
type Figures = Record<'gelir' | 'gider' | 'fark', Kurus> &
  Record<'kayit' | 'tamamlanan' | 'gelirli', number> & { ortalama: Kurus | null }
type FiguresRow = Figures & { ad: string; days: DayRange | null }

const FIGURES: readonly Column<FiguresRow>[] = [
  { title: 'Dönem', width: 22, kind: 'text', value: ({ ad }) => ad },
  { title: 'İlk gün', width: 11, kind: 'day', value: ({ days }) => days?.from ?? null },
  { title: 'Son gün', width: 11, kind: 'day', value: ({ days }) => days?.to ?? null },
  { title: 'Gelir (₺)', width: 16, kind: 'money', value: ({ gelir }) => gelir },
  { title: 'Gider (₺)', width: 16, kind: 'money', value: ({ gider }) => gider },
  { title: 'Kâr / zarar (₺)', width: 16, kind: 'money', value: ({ fark }) => fark },
  { title: 'Kayıt sayısı', width: 12, kind: 'count', value: ({ kayit }) => kayit },
  { title: 'Tamamlanan', width: 12, kind: 'count', value: ({ tamamlanan }) => tamamlanan },
  { title: 'Gelirli kayıt', width: 13, kind: 'count', value: ({ gelirli }) => gelirli },
  { title: 'Kayıt başına gelir (₺)', width: 20, kind: 'money', value: ({ ortalama }) => ortalama },
]

/** The figures of the period, and the compared days beside those of the period before. */
export function comparisonSheet({ totals, comparison }: PeriodStats): Sheet {
  const named = (ad: string, days: PeriodTotals): FiguresRow => ({ ad, days, ...figuresOf(days) })
  const rows = [named('Seçilen dönem', totals)]
  if (comparison !== null) {
    const { current, previous } = comparison
    if (current.to !== totals.to) rows.push(named('Karşılaştırılan günler', current))
    rows.push(named('Önceki dönem', previous))
    rows.push({ ad: 'Fark', days: null, ...difference(figuresOf(current), figuresOf(previous)) })
  }
  return sheetOfRows('Önceki dönemle karşılaştırma', FIGURES, rows)
}

const resultOf = ({ gelir_kurus, gider_kurus }: PeriodPoint) => gelir_kurus - gider_kurus

const figuresOf = (totals: PeriodTotals): Figures => ({
  gelir: totals.gelir_kurus,
  gider: totals.gider_kurus,
  fark: resultOf(totals),
  kayit: totals.kayit_sayisi,
  tamamlanan: totals.tamamlanan_sayisi,
  gelirli: totals.gelirli_kayit_sayisi,
  ortalama: averageIncome(totals),
})

const difference = (current: Figures, previous: Figures): Figures => ({
  gelir: current.gelir - previous.gelir,
  gider: current.gider - previous.gider,
  fark: addExactly(current.fark, -previous.fark),
  kayit: current.kayit - previous.kayit,
  tamamlanan: current.tamamlanan - previous.tamamlanan,
  gelirli: current.gelirli - previous.gelirli,
  ortalama:
    current.ortalama === null || previous.ortalama === null ? null : current.ortalama - previous.ortalama,
})

/** A point of the charts beside the one of the period before. */
type PointRow = { point: PeriodPoint; previous: PeriodPoint | undefined }

const STEPS = {
  day: { sheet: 'Günler', point: 'Gün' },
  week: { sheet: 'Haftalar', point: 'Hafta' },
  month: { sheet: 'Aylar', point: 'Ay' },
} as const satisfies Record<PointStep, object>

/** The days or months of the charts, each beside its previous one. */
export function pointsSheet({ points, previous_points }: PeriodStats, period: DayRange): Sheet {
  const step = stepOf(period)
  const rows = points.map((point, index): PointRow => ({ point, previous: previous_points[index] }))
  return sheetOfRows(STEPS[step].sheet, pointColumns(step), rows)
}

const pointColumns = (step: PointStep): Column<PointRow>[] => [
  ...(step === 'day' ? [] : [nameColumn(STEPS[step].point, ({ point }) => nameOfPeriod(point))]),
  { title: step === 'day' ? 'Gün' : 'İlk gün', width: 11, kind: 'day', value: ({ point }) => point.from },
  { title: 'Kayıt sayısı', width: 12, kind: 'count', value: ({ point }) => point.kayit_sayisi, sum: all },
  { title: 'Gelir (₺)', width: 16, kind: 'money', value: ({ point }) => point.gelir_kurus, sum: all },
  { title: 'Gider (₺)', width: 16, kind: 'money', value: ({ point }) => point.gider_kurus, sum: all },
  { title: 'Kâr / zarar (₺)', width: 16, kind: 'money', value: ({ point }) => resultOf(point), sum: all },
  nameColumn('Önceki', ({ previous }) => (previous === undefined ? '' : nameOfPeriod(previous))),
  { title: 'Önceki kayıt', width: 13, kind: 'count', value: (row) => row.previous?.kayit_sayisi ?? null },
  { title: 'Önceki gelir (₺)', width: 16, kind: 'money', value: (row) => row.previous?.gelir_kurus ?? null },
  { title: 'Önceki gider (₺)', width: 16, kind: 'money', value: (row) => row.previous?.gider_kurus ?? null },
]

const nameColumn = (title: string, value: (row: PointRow) => string): Column<PointRow> => ({
  title,
  width: 24,
  kind: 'text',
  value,
})

/** The income of the period by operation and by make. */
export const incomeSheets = ({ income_by_operation, income_by_make }: PeriodStats): Sheet[] => [
  sheetOfRows('İşleme göre gelir', partColumns('İşlem'), operationParts(income_by_operation)),
  sheetOfRows('Markaya göre gelir', partColumns('Marka'), makeParts(income_by_make)),
]

const partColumns = (title: string): Column<IncomePart>[] => [
  { title, width: 50, kind: 'text', value: ({ name }) => name },
  { title: 'Gelir (₺)', width: 18, kind: 'money', value: ({ gelir }) => gelir, sum: all },
  { title: 'Pay %', width: 10, kind: 'percent', value: ({ percent }) => percent },
]

type OpenWork = PeriodStats['open_work'] & { today: Day }

const OPEN_WORK: readonly Column<OpenWork>[] = [
  { title: 'Tarih', width: 12, kind: 'day', value: ({ today }) => today },
  { title: 'Açık işler', width: 12, kind: 'count', value: ({ kayit_sayisi }) => kayit_sayisi },
  { title: 'En eskisi', width: 12, kind: 'day', value: ({ en_eski }) => en_eski },
  { title: 'Toplam (₺)', width: 18, kind: 'money', value: ({ toplam_kurus }) => toplam_kurus },
]

/** The open work of today, whatever the period. */
export const openWorkSheet = ({ open_work }: PeriodStats, today: Day): Sheet =>
  sheetOfRows('Açık işler', OPEN_WORK, [{ ...open_work, today }])
