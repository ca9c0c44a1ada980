import { type UserCtx, today, requireRight } from '#server/platform/core/context.ts'
import { periodFilePart, describePeriod } from '#server/platform/export/period.ts'
import { type Book, type Column, type Sheet, sheetOfRows, text } from '#server/platform/export/sheet.ts'
import { findCompany } from '#server/settings/operations.ts'
import type { Day, DayRange } from '#shared/date.ts'
import type { PeriodExportInput } from '#shared/export/schema.ts'
import type { Kurus } from '#shared/money.ts'
import { DURUM_TAMAM } from '#shared/options.ts'
import { averageIncome, type IncomePart, makeParts, operationParts } from '#shared/stats/income.ts'
import { nameOfPeriod } from '#shared/stats/period-name.ts'
import { type PointStep, stepOf } from '#shared/stats/period.ts'
import type { PeriodPoint, PeriodStats, PeriodTotals, Stats } from '#shared/stats/schema.ts'
import { daysOfSelected, selectedPeriod, shownPeriod } from '#shared/stats/selected-period.ts'

import { addExactly } from './exact.ts'
import { getPeriodStats, getStats } from './operations.ts'

/** Returns the statistics of a period with the sections of its screen, from the same operations. */
export async function statsBook(ctx: UserCtx, input: PeriodExportInput): Promise<Book> {
  requireRight(ctx, 'figures')
  const day = today(ctx)
  const shown = shownPeriod(selectedPeriod(input, day))
  const days = daysOfSelected(shown)
  const stats = await getPeriodStats(ctx, days)
  const [comparison, income] = [comparisonSheet(stats), incomeSheets(stats)]
  const sheets =
    shown.kind === 'month'
      ? [...monthSheets(await getStats(ctx, shown)), comparison, ...income]
      : [comparison, pointsSheet(stats, days), ...income]
  return {
    fileName: `istatistikler-${periodFilePart({ days }, day)}`,
    title: 'İstatistikler',
    about: describePeriod({ days }, day),
    issuedOn: day,
    company: await findCompany(ctx),
    sheets: [...sheets, openWorkSheet(stats, day)],
  }
}

/** A figure of the cards: an amount, or a number of records. */
type Figure = { name: string; amount_kurus?: Kurus; count?: number }
type DayRow = Record<'records' | 'priced' | 'income' | 'expenses' | 'spent' | 'result', number> & { day: Day }

const CARDS: readonly Column<Figure>[] = [
  text('Gösterge', 40, (row) => row.name),
  { title: 'Tutar (₺)', width: 18, kind: 'money', value: (row) => row.amount_kurus ?? null },
  { title: 'Adet', width: 12, kind: 'count', value: (row) => row.count ?? null },
]

const STATUSES: readonly Column<Stats['durumlara_gore_kayit'][number]>[] = [
  text('Durum', 40, (row) => row.durum || '—'),
  { title: 'Kayıt sayısı', width: 18, kind: 'count', value: (row) => row.adet, sum: true },
]

const DAYS: readonly Column<DayRow>[] = [
  { title: 'Gün', width: 12, kind: 'day', value: (row) => row.day },
  { title: 'Kayıt sayısı', width: 14, kind: 'count', value: (row) => row.records, sum: true },
  { title: 'Geliri olan kayıt', width: 14, kind: 'count', value: (row) => row.priced, sum: true },
  { title: 'Gelir (₺)', width: 18, kind: 'money', value: (row) => row.income, sum: true },
  { title: 'Gider sayısı', width: 14, kind: 'count', value: (row) => row.expenses, sum: true },
  { title: 'Gider (₺)', width: 18, kind: 'money', value: (row) => row.spent, sum: true },
  { title: 'Kâr / zarar (₺)', width: 18, kind: 'money', value: (row) => row.result, sum: true },
]

const OPERATIONS: readonly Column<Stats['en_fazla_islemler'][number]>[] = [
  text('İşlem', 50, (row) => row.islem_adi_upper),
  { title: 'Toplam adet', width: 14, kind: 'count', value: (row) => row.toplam_islem_adeti },
]

/** Returns the figures of the specification's cards and charts of a month. */
const monthSheets = (stats: Stats): Sheet[] => [
  sheetOfRows('Özet', CARDS, figures(stats)),
  sheetOfRows('Durumlar', STATUSES, stats.durumlara_gore_kayit),
  sheetOfRows('Günler', DAYS, days(stats)),
  sheetOfRows('En fazla yapılan işlemler', OPERATIONS, stats.en_fazla_islemler),
]

function figures(stats: Stats): Figure[] {
  const completed = stats.durumlara_gore_kayit.find(({ durum }) => durum === DURUM_TAMAM)
  return [
    { name: 'Ayın geliri', amount_kurus: stats.son_ay_gelir_kurus },
    { name: 'Ayın gideri', amount_kurus: stats.son_ay_gider_kurus },
    { name: 'Ayın kârı / zararı', amount_kurus: stats.son_ay_gelir_kurus - stats.son_ay_gider_kurus },
    { name: 'Ayın kayıtları', count: stats.son_ay_kayit_sayisi },
    { name: 'Ayın tamamlanan kayıtları', count: completed?.adet ?? 0 },
    { name: 'Tüm zamanların geliri', amount_kurus: stats.toplam_gelir_kurus },
    { name: 'Tüm zamanların gideri', amount_kurus: stats.toplam_gider_kurus },
    {
      name: 'Tüm zamanların kârı / zararı',
      amount_kurus: stats.toplam_gelir_kurus - stats.toplam_gider_kurus,
    },
    { name: 'Tüm kayıtlar', count: stats.toplam_kayit_sayisi },
  ]
}

function days(stats: Stats): DayRow[] {
  return stats.gunluk_gelir.map(({ label: day, tutar_kurus: income }, index) => {
    const countOf = (series: Stats['gunluk_gider_sayisi']) => series[index]?.adet ?? 0
    const spent = stats.gunluk_gider[index]?.tutar_kurus ?? 0
    const [records, priced] = [countOf(stats.gunluk_kayit_sayisi), countOf(stats.gunluk_gelir_sayisi)]
    const expenses = countOf(stats.gunluk_gider_sayisi)
    return { day, records, priced, income, expenses, spent, result: income - spent }
  })
}

/** A row of the comparison; `of` returns a figure of a period, or its difference between two periods. */
type FiguresRow = { name: string; days: DayRange | null; of: (figure: Figured) => number | null }
type Figured = (totals: PeriodTotals) => number | null

const FIGURES: readonly Column<FiguresRow>[] = [
  text('Dönem', 22, ({ name }) => name),
  { title: 'İlk gün', width: 11, kind: 'day', value: ({ days }) => days?.from ?? null },
  { title: 'Son gün', width: 11, kind: 'day', value: ({ days }) => days?.to ?? null },
  { title: 'Gelir (₺)', width: 16, kind: 'money', value: ({ of }) => of((it) => it.gelir_kurus) },
  { title: 'Gider (₺)', width: 16, kind: 'money', value: ({ of }) => of((it) => it.gider_kurus) },
  { title: 'Kâr / zarar (₺)', width: 16, kind: 'money', value: ({ of }) => of(resultOf) },
  { title: 'Kayıt sayısı', width: 12, kind: 'count', value: ({ of }) => of((it) => it.kayit_sayisi) },
  { title: 'Tamamlanan', width: 12, kind: 'count', value: ({ of }) => of((it) => it.tamamlanan_sayisi) },
  { title: 'Geliri olan kayıt', width: 13, kind: 'count', value: ({ of }) => of(pricedOf) },
  { title: 'Kayıt başına gelir (₺)', width: 20, kind: 'money', value: ({ of }) => of(averageIncome) },
]

/** Returns the figures of the period, and those of the compared days and the period before. */
function comparisonSheet({ totals, comparison }: PeriodStats): Sheet {
  const named = (name: string, days: PeriodTotals): FiguresRow => {
    return { name, days, of: (figure) => figure(days) }
  }
  const rows = [named('Seçilen dönem', totals)]
  if (comparison !== null) {
    const { current, previous } = comparison
    if (current.to !== totals.to) rows.push(named('Karşılaştırılan günler', current))
    rows.push(named('Önceki dönem', previous))
    rows.push({ name: 'Fark', days: null, of: (figure) => difference(figure(current), figure(previous)) })
  }
  return sheetOfRows('Önceki dönemle karşılaştırma', FIGURES, rows)
}

const pricedOf: Figured = ({ gelirli_kayit_sayisi }) => gelirli_kayit_sayisi

const resultOf = ({ gelir_kurus, gider_kurus }: PeriodPoint) => gelir_kurus - gider_kurus

const difference = (one: number | null, other: number | null) =>
  one === null || other === null ? null : addExactly(one, -other)

/** A point of the charts beside the one of the period before. */
type PointRow = { point: PeriodPoint; previous: PeriodPoint | undefined }

const STEPS = {
  day: { sheet: 'Günler', point: 'Gün' },
  week: { sheet: 'Haftalar', point: 'Hafta' },
  month: { sheet: 'Aylar', point: 'Ay' },
} as const satisfies Record<PointStep, object>

/** Returns the days, weeks or months of the charts, each beside its previous one. */
function pointsSheet({ points, previous_points }: PeriodStats, period: DayRange): Sheet {
  const step = stepOf(period)
  const rows = points.map((point, index): PointRow => ({ point, previous: previous_points[index] }))
  return sheetOfRows(STEPS[step].sheet, pointColumns(step), rows)
}

const pointColumns = (step: PointStep): Column<PointRow>[] => [
  ...(step === 'day' ? [] : [text<PointRow>(STEPS[step].point, 24, ({ point }) => nameOfPeriod(point))]),
  { title: step === 'day' ? 'Gün' : 'İlk gün', width: 11, kind: 'day', value: ({ point }) => point.from },
  { title: 'Kayıt sayısı', width: 12, kind: 'count', value: ({ point }) => point.kayit_sayisi, sum: true },
  { title: 'Gelir (₺)', width: 16, kind: 'money', value: ({ point }) => point.gelir_kurus, sum: true },
  { title: 'Gider (₺)', width: 16, kind: 'money', value: ({ point }) => point.gider_kurus, sum: true },
  { title: 'Kâr / zarar (₺)', width: 16, kind: 'money', value: ({ point }) => resultOf(point), sum: true },
  text('Önceki', 24, ({ previous }) => (previous === undefined ? '' : nameOfPeriod(previous))),
  { title: 'Önceki kayıt', width: 13, kind: 'count', value: (row) => row.previous?.kayit_sayisi ?? null },
  { title: 'Önceki gelir (₺)', width: 16, kind: 'money', value: (row) => row.previous?.gelir_kurus ?? null },
  { title: 'Önceki gider (₺)', width: 16, kind: 'money', value: (row) => row.previous?.gider_kurus ?? null },
]

const incomeSheets = ({ totals, income_by_operation, income_by_make }: PeriodStats): Sheet[] => [
  sheetOfRows(
    'İşleme göre gelir',
    partColumns('İşlem'),
    operationParts(income_by_operation, totals.gelir_kurus),
  ),
  sheetOfRows('Markaya göre gelir', partColumns('Marka'), makeParts(income_by_make)),
]

const partColumns = (title: string): Column<IncomePart>[] => [
  text(title, 50, ({ name }) => name),
  { title: 'Gelir (₺)', width: 18, kind: 'money', value: ({ gelir }) => gelir, sum: true },
  { title: 'Pay %', width: 10, kind: 'percent', value: ({ percent }) => percent },
]

type OpenWork = PeriodStats['open_work'] & { today: Day }

const OPEN_WORK: readonly Column<OpenWork>[] = [
  { title: 'Tarih', width: 12, kind: 'day', value: ({ today }) => today },
  { title: 'Açık işler', width: 12, kind: 'count', value: ({ kayit_sayisi }) => kayit_sayisi },
  { title: 'En eskisi', width: 12, kind: 'day', value: ({ en_eski }) => en_eski },
  { title: 'Toplam (₺)', width: 18, kind: 'money', value: ({ toplam_kurus }) => toplam_kurus },
]

/** Returns today's open work, whatever the period. */
const openWorkSheet = ({ open_work }: PeriodStats, today: Day): Sheet =>
  sheetOfRows('Açık işler', OPEN_WORK, [{ ...open_work, today }])
