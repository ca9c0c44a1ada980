import { formatAxisDay, formatAxisMonth, formatAxisTL } from '#client/charts/format.ts'
import { formatCount, nameOfMonth } from '#client/lib/format.ts'
import type { Day } from '#shared/date.ts'

import { BalanceChart, balanceLines, profitsAndLosses } from './balance-chart.tsx'
import { ComparedChart, type FigureFormat, pointsLabel, PointTable, titleOfPoint } from './compared-chart.tsx'
import { lira, LIRA_UNIT } from './daily-chart.ts'
import { type PeriodView, type Point, pointsToDraw } from './period-view.ts'

export interface PeriodChartProps {
  /** `undefined` during loading. */
  view: PeriodView | undefined
  today: Day
}

const AMOUNT: FigureFormat = {
  unit: LIRA_UNIT,
  axis: formatAxisTL,
  words: lira,
  cell: (kurus) => ({ kurus }),
}
const COUNT: FigureFormat = { unit: 1, axis: formatCount, words: formatCount, cell: (count) => count }

const stepOf = (view: PeriodView | undefined) => (view?.isMonthly === false ? 'Günlük' : 'Aylık')
const drawnOf = ({ view, today }: PeriodChartProps) => (view ? pointsToDraw(view.points, today) : 0)

/** The last point of a line is lower than the others while its month runs. */
function noteOf({ view, today }: PeriodChartProps): string | undefined {
  const running = view?.points.find(({ from, to }) => from <= today && today < to)
  return running && `${nameOfMonth(running.from)} ayı sürüyor: bugüne kadar girilenler.`
}

/** The income of each month or day beside that of the period before. */
export function IncomeChart(props: PeriodChartProps) {
  const { view } = props
  const title = `${stepOf(view)} gelir`
  const line = { figure: 'gelir', className: 'text-gelir', format: AMOUNT, noun: 'gelir' } as const
  return (
    <ComparedChart
      title={title}
      view={view}
      drawn={drawnOf(props)}
      plotClass="h-64 lg:h-62"
      {...line}
      note={noteOf(props)}
    />
  )
}

/** The same of the expenses. */
export function ExpenseChart(props: PeriodChartProps) {
  const { view } = props
  const line = { figure: 'gider', className: 'text-gider', format: AMOUNT, noun: 'gider' } as const
  return (
    <ComparedChart
      title={`${stepOf(view)} gider`}
      view={view}
      drawn={drawnOf(props)}
      plotClass="h-64 lg:h-98"
      {...line}
    />
  )
}

/** The same of the records. */
export function RecordsChart(props: PeriodChartProps) {
  const { view } = props
  const line = { figure: 'kayit', className: 'text-primary', format: COUNT, noun: 'kayıt' } as const
  return (
    <ComparedChart
      title={`${stepOf(view)} kayıt sayısı`}
      view={view}
      drawn={drawnOf(props)}
      plotClass="h-64 lg:h-42"
      {...line}
    />
  )
}

/** Income minus expense of each month or day. */
export function ResultChart({ view }: Pick<PeriodChartProps, 'view'>) {
  const title = `${stepOf(view)} gelir − gider`
  const unit = view?.isMonthly === false ? 'gün' : 'ay'
  return (
    <BalanceChart
      title={title}
      label={view ? pointsLabel(title, view) : ''}
      points={view?.points}
      idOf={({ from }) => from}
      formatPoint={view?.isMonthly === false ? formatAxisDay : formatAxisMonth}
      figuresOf={(point) => ({ title: titleOfPoint(point), lines: balanceLines(point) })}
      summary={view && summary(view, unit)}
      note={`Gider ile üstündeki kâr o ${unit === 'ay' ? 'ayın' : 'günün'} geliridir; zarar sıfırın altındadır.`}
      table={view && <Figures title={title} view={view} />}
    />
  )
}

const summary = ({ points }: PeriodView, unit: string): string =>
  points.every(({ gelir, gider }) => gelir === 0 && gider === 0)
    ? 'Bu dönemde kâr ve zarar yok.'
    : profitsAndLosses(points, unit)

function Figures({ title, view }: { title: string; view: PeriodView }) {
  const amount = (header: string, read: (point: Pick<Point, 'gelir' | 'gider'>) => number) => ({
    header,
    cell: (point: Point) => ({ kurus: read(point) }),
    total: { kurus: read(view.figures) },
  })
  const columns = [
    amount('Gelir', ({ gelir }) => gelir),
    amount('Gider', ({ gider }) => gider),
    amount('Gelir − gider', ({ gelir, gider }) => gelir - gider),
  ]
  return <PointTable title={title} view={view} columns={columns} />
}
