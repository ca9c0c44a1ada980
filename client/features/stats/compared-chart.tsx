import { ChartFigure } from '#client/charts/chart-figure.tsx'
import type { FigureColumn } from '#client/charts/figure-table.tsx'
import { formatAxisDay, formatAxisMonth, formatFullDay } from '#client/charts/format.ts'
import { ChartFrame, FigureTable, LineSeries } from '#client/charts/lazy-plots.tsx'
import type { Cell } from '#shared/csv.ts'
import type { DayRange } from '#shared/date.ts'
import { nameOfPeriod } from '#shared/stats/period-name.ts'
import type { PointStep } from '#shared/stats/period.ts'

import { STEP_WORDS } from './period-words.ts'
import { pointName, type PeriodView, type Point } from './period-view.ts'

/** Formats of a figure: on the axis, in words, in a table. */
export interface FigureFormat {
  unit: number
  axis: (value: number) => string
  words: (value: number) => string
  cell: (value: number) => Cell
}

interface ComparedChartProps {
  title: string
  /** Period to draw; `undefined` during loading. */
  view: PeriodView | undefined
  /** Number of points in the current line. */
  drawnCount: number
  figure: 'gelir' | 'gider' | 'kayit'
  /** Colour of the current line. */
  className: string
  format: FigureFormat
  /** Noun for the sentence about an empty period: 'gelir'. */
  noun: string
  /** Explanation of how to read the chart, where it needs one. */
  note?: string | undefined
  plotClass: string
}

/** Shows a figure of each point as a line, and that of the period before as a dashed one. */
export function ComparedChart(props: ComparedChartProps) {
  const { title, view, figure, className, format, note, plotClass } = props
  const looks = {
    current: { label: view?.series.current ?? '', className, shape: 'line' },
    previous: { label: view?.series.previous ?? '', className: 'text-muted-foreground', shape: 'dashed' },
  } as const
  const hasPrevious = view?.points.some(({ previous }) => previous !== null)
  const points = view?.points ?? []
  const values = points.map((point, index) => (index < props.drawnCount ? point[figure] : null))
  const previousValues = points.map(({ previous }) => previous?.[figure] ?? null)
  return (
    <ChartFigure
      title={title}
      summary={view && summary(props, view)}
      isEmpty={[...points.map((point) => point[figure]), ...previousValues].every((value) => !value)}
      legend={hasPrevious === true ? [looks.current, looks.previous] : [looks.current]}
      {...(note !== undefined && { note })}
      plotClass={plotClass}
    >
      {view && (
        <ChartFrame
          label={pointsLabel(title, view)}
          points={points.map(({ from }) => from)}
          values={[...values, ...previousValues].map((value) => value ?? 0)}
          unit={format.unit}
          formatPoint={axisFormat(view.step)}
          formatValue={format.axis}
          figuresOf={(index) => {
            const point = points[index]
            if (point === undefined) return { title: '', lines: [] }
            const current = {
              label: looks.current.label,
              value: format.words(point[figure]),
              look: looks.current,
            }
            const { previous } = point
            const line = previous && {
              label: previous.name,
              value: format.words(previous[figure]),
              look: looks.previous,
            }
            return { title: pointTitle(point), lines: line ? [current, line] : [current] }
          }}
        >
          <LineSeries look={looks.previous} values={previousValues} />
          <LineSeries look={looks.current} values={values} />
        </ChartFrame>
      )}
    </ChartFigure>
  )
}

/** Returns the accessible name of a period's plot. */
export const pointsLabel = (title: string, { step }: Pick<PeriodView, 'step'>) =>
  `${title}. Sol ve sağ ok tuşlarıyla ${STEP_WORDS[step].plural} arasında gezilir.`

/** Returns the axis format of a point: its first day, or its month. */
export const axisFormat = (step: PointStep) => (step === 'month' ? formatAxisMonth : formatAxisDay)

/** Returns the title of a point: '5 Kasım Perşembe', 'Kasım 2026', '15–31 Ekim 2026'. */
export const pointTitle = ({ from, to }: DayRange) =>
  from === to ? formatFullDay(from) : nameOfPeriod({ from, to })

const sumOf = (points: readonly Point[], figure: ComparedChartProps['figure']) =>
  points.reduce((sum, point) => sum + point[figure], 0)

function summary({ figure, format, noun }: ComparedChartProps, { points, step }: PeriodView): string {
  const most = Math.max(0, ...points.map((point) => point[figure]))
  const peak = points.find((point) => point[figure] === most)
  if (most === 0 || peak === undefined) return `Bu dönemde ${noun} yok.`
  const when = `en yüksek ${STEP_WORDS[step].singular} ${pointTitle(peak)} (${format.words(most)})`
  return `Toplam ${format.words(sumOf(points, figure))}, ${when}`
}

interface ComparedTableProps extends Pick<ComparedChartProps, 'title' | 'figure' | 'format'> {
  view: PeriodView
}

/** Shows the same as a table. */
export function ComparedTable({ title, view, figure, format }: ComparedTableProps) {
  const { points, series } = view
  const previous = points.flatMap((point) => (point.previous === null ? [] : [point.previous]))
  const currentColumn = {
    header: series.current,
    cell: (point: Point) => format.cell(point[figure]),
    total: format.cell(sumOf(points, figure)),
  }
  const previousColumn = {
    header: series.previous,
    cell: (point: Point) => (point.previous === null ? '' : format.cell(point.previous[figure])),
    total: format.cell(previous.reduce((sum, point) => sum + point[figure], 0)),
  }
  return (
    <PointTable
      title={title}
      view={view}
      columns={previous.length === 0 ? [currentColumn] : [currentColumn, previousColumn]}
    />
  )
}

interface PointTableProps {
  title: string
  view: PeriodView
  columns: readonly FigureColumn<Point>[]
}

/** Shows the figures of each point of a period as a table. */
export const PointTable = ({ title, view: { points, step }, columns }: PointTableProps) => (
  <FigureTable
    title={title}
    rows={points}
    rowId={({ from }) => from}
    columns={[{ header: STEP_WORDS[step].header, cell: pointName, total: 'Toplam' }, ...columns]}
  />
)
