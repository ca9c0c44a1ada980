import type { ReactNode } from 'react'

import { formatAxisTL } from '#client/charts/format.ts'
import { formatCount } from '#client/lib/format.ts'
import type { Day } from '#shared/date.ts'
import { nameOfMonth, nameOfPeriod } from '#shared/stats/period-name.ts'
import { daysIn } from '#shared/stats/period.ts'

import { BalanceChart, balanceLines, BalanceNote, profitsAndLosses } from './balance-chart.tsx'
import {
  axisFormat,
  ComparedChart,
  ComparedTable,
  type FigureFormat,
  pointsLabel,
  PointTable,
  pointTitle,
} from './compared-chart.tsx'
import { formatLira, LIRA_UNIT, PAIR_PLOT, WIDE_PLOT } from './daily-chart.ts'
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

/** Figures of the compared charts. */
const LINES = {
  gelir: { figure: 'gelir', className: 'text-gelir', format: AMOUNT, noun: 'gelir' },
  gider: { figure: 'gider', className: 'text-gider', format: AMOUNT, noun: 'gider' },
  kayit: { figure: 'kayit', className: 'text-primary', format: COUNT, noun: 'kayıt' },
} as const

const titleOf = (view: PeriodView | undefined, noun: string) => `${stepWordsOf(view).title} ${noun}`

/** Shows the income of each point of a period beside that of the period before. */
export const IncomeChart = (props: PeriodChartProps) => (
  <ComparedChart
    {...LINES.gelir}
    title={titleOf(props.view, 'gelir')}
    view={props.view}
    drawnCount={drawnCountOf(props)}
    plotClass={WIDE_PLOT}
    note={noteOf(props)}
  />
)

/** Shows the expense of each point of a period beside that of the period before. */
export const ExpenseChart = (props: PeriodChartProps) => (
  <ComparedChart
    {...LINES.gider}
    title={titleOf(props.view, 'gider')}
    view={props.view}
    drawnCount={drawnCountOf(props)}
    plotClass={WIDE_PLOT}
  />
)

/** Shows the records of each point of a period beside those of the period before. */
export const RecordsChart = (props: PeriodChartProps) => (
  <ComparedChart
    {...LINES.kayit}
    title={titleOf(props.view, 'kayıt sayısı')}
    view={props.view}
    drawnCount={drawnCountOf(props)}
    plotClass={PAIR_PLOT}
  />
)

/** Shows income minus expense of each point of a period. */
export function ResultChart({ view }: Pick<PeriodChartProps, 'view'>) {
  const title = titleOf(view, 'gelir − gider')
  return (
    <BalanceChart
      title={title}
      label={view ? pointsLabel(title, view) : ''}
      points={view?.points}
      idOf={({ from }) => from}
      formatPoint={axisFormat(view?.step ?? 'month')}
      figuresOf={(point) => ({ title: pointTitle(point), lines: balanceLines(point) })}
      summary={view && summary(view, stepWordsOf(view).singular)}
    />
  )
}

/** Returns the tables of a period's charts by their titles. */
export function periodTables(view: PeriodView): Record<string, ReactNode> {
  const compared = (noun: string, line: (typeof LINES)[keyof typeof LINES]) => {
    const title = titleOf(view, noun)
    return [title, <ComparedTable {...line} key={title} title={title} view={view} />] as const
  }
  const result = titleOf(view, 'gelir − gider')
  return Object.fromEntries([
    compared('gelir', LINES.gelir),
    [result, <ResultTable key={result} title={result} view={view} />],
    compared('kayıt sayısı', LINES.kayit),
    compared('gider', LINES.gider),
  ])
}

const summary = ({ points }: PeriodView, unit: string): string =>
  hasNoMoney(points) ? 'Bu dönemde kâr ve zarar yok.' : profitsAndLosses(points, unit)

function ResultTable({ title, view }: { title: string; view: PeriodView }) {
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
  return (
    <>
      <BalanceNote genitive={stepWordsOf(view).genitive} />
      <PointTable title={title} view={view} columns={columns} />
    </>
  )
}
