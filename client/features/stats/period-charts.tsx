import { formatAxisTL } from '#client/charts/format.ts'
import { formatCount } from '#client/lib/format.ts'
import type { Day } from '#shared/date.ts'
import { nameOfMonth, nameOfPeriod } from '#shared/stats/period-name.ts'
import { daysIn } from '#shared/stats/period.ts'

import { BalanceChart, balanceLines, profitsAndLosses } from './balance-chart.tsx'
import {
  axisFormat,
  ComparedChart,
  type FigureFormat,
  pointsLabel,
  PointTable,
  pointTitle,
} from './compared-chart.tsx'
import { formatLira, LIRA_UNIT } from './daily-chart.ts'
import { hasNoMoney } from './daily-figures.ts'
import { type PeriodView, type Point, pointsToDraw } from './period-view.ts'
import { STEP_WORDS } from './period-words.ts'

interface PeriodChartProps {
  /** Period to draw; `undefined` during loading. */
  view: PeriodView | undefined
  today: Day
}

const AMOUNT: FigureFormat = {
  unit: LIRA_UNIT,
  axis: formatAxisTL,
  words: formatLira,
  cell: (kurus) => ({ kurus }),
}
const COUNT: FigureFormat = { unit: 1, axis: formatCount, words: formatCount, cell: (count) => count }

const stepWordsOf = (view: PeriodView | undefined) => STEP_WORDS[view?.step ?? 'month']
const drawnCountOf = ({ view, today }: PeriodChartProps) => (view ? pointsToDraw(view.points, today) : 0)

/** Explains why the last point of a line is lower than the others: its month or week runs, or has fewer days. */
function noteOf({ view, today }: PeriodChartProps): string | undefined {
  const running = view?.points.find(({ from, to }) => from <= today && today < to)
  if (running !== undefined) {
    const name =
      view?.step === 'month' ? `${nameOfMonth(running.from)} ayı` : `${nameOfPeriod(running)} haftası`
    return `${name} sürüyor: bugüne kadar girilenler.`
  }
  const last = view?.points.at(-1)
  if (view?.step !== 'week' || last === undefined || daysIn(last) === 7) return undefined
  return `Son hafta ${daysIn(last)} gündür.`
}

/** Shows the income of each point of a period beside that of the period before. */
export function IncomeChart(props: PeriodChartProps) {
  const { view } = props
  const title = `${stepWordsOf(view).title} gelir`
  const line = { figure: 'gelir', className: 'text-gelir', format: AMOUNT, noun: 'gelir' } as const
  return (
    <ComparedChart
      title={title}
      view={view}
      drawnCount={drawnCountOf(props)}
      plotClass="h-64 lg:h-62"
      {...line}
      note={noteOf(props)}
    />
  )
}

/** Shows the expense of each point of a period beside that of the period before. */
export function ExpenseChart(props: PeriodChartProps) {
  const { view } = props
  const line = { figure: 'gider', className: 'text-gider', format: AMOUNT, noun: 'gider' } as const
  return (
    <ComparedChart
      title={`${stepWordsOf(view).title} gider`}
      view={view}
      drawnCount={drawnCountOf(props)}
      plotClass="h-64 lg:h-98"
      {...line}
    />
  )
}

/** Shows the records of each point of a period beside those of the period before. */
export function RecordsChart(props: PeriodChartProps) {
  const { view } = props
  const line = { figure: 'kayit', className: 'text-primary', format: COUNT, noun: 'kayıt' } as const
  return (
    <ComparedChart
      title={`${stepWordsOf(view).title} kayıt sayısı`}
      view={view}
      drawnCount={drawnCountOf(props)}
      plotClass="h-64 lg:h-42"
      {...line}
    />
  )
}

/** Shows income minus expense of each point of a period. */
export function ResultChart({ view }: Pick<PeriodChartProps, 'view'>) {
  const title = `${stepWordsOf(view).title} gelir − gider`
  const words = stepWordsOf(view)
  return (
    <BalanceChart
      title={title}
      label={view ? pointsLabel(title, view) : ''}
      points={view?.points}
      idOf={({ from }) => from}
      formatPoint={axisFormat(view?.step ?? 'month')}
      figuresOf={(point) => ({ title: pointTitle(point), lines: balanceLines(point) })}
      summary={view && summary(view, words.singular)}
      note={`Gider ile üstündeki kâr o ${words.genitive} geliridir; zarar sıfırın altındadır.`}
      table={view && <Figures title={title} view={view} />}
    />
  )
}

const summary = ({ points }: PeriodView, unit: string): string =>
  hasNoMoney(points) ? 'Bu dönemde kâr ve zarar yok.' : profitsAndLosses(points, unit)

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
