import { ChartFigure } from '#client/charts/chart-figure.tsx'
import type { PointFigures } from '#client/charts/chart-tooltip.tsx'
import { formatAxisTL } from '#client/charts/format.ts'
import { BarStack, ChartFrame } from '#client/charts/lazy-plots.tsx'

import { LIRA_UNIT, formatLira, PAIR_PLOT, SERIES_LOOKS } from './daily-chart.ts'
import { hasNoMoney, type IncomeResult } from './daily-figures.ts'

const LEGEND = [SERIES_LOOKS.giderBar, SERIES_LOOKS.kar, SERIES_LOOKS.zarar]

interface BalanceChartProps<Point extends IncomeResult> {
  title: string
  /** Accessible name of the plot. */
  label: string
  /** Points of the chart; `undefined` during loading. */
  points: readonly Point[] | undefined
  idOf: (point: Point) => string
  formatPoint: (id: string) => string
  figuresOf: (point: Point) => PointFigures
  summary: string | undefined
}

/**
 * Shows income minus expense of each point. Each part is as high as its amount: the expense upwards from zero, the
 * profit on top of it (their sum is the income), or the loss downwards from zero.
 */
export function BalanceChart<Point extends IncomeResult>(props: BalanceChartProps<Point>) {
  const { title, label, points, idOf, formatPoint, figuresOf, summary } = props
  return (
    <ChartFigure
      title={title}
      summary={summary}
      isEmpty={points !== undefined && hasNoMoney(points)}
      legend={LEGEND}
      plotClass={PAIR_PLOT}
    >
      {points && (
        <ChartFrame
          label={label}
          points={points.map(idOf)}
          values={points.flatMap(({ gider, kar, zarar }) => [gider + kar, -zarar])}
          unit={LIRA_UNIT}
          formatPoint={formatPoint}
          formatValue={formatAxisTL}
          figuresOf={(index) => {
            const point = points[index]
            return point === undefined ? { title: '', lines: [] } : figuresOf(point)
          }}
        >
          <BarStack
            series={[
              { look: SERIES_LOOKS.giderBar, values: points.map(({ gider }) => gider) },
              { look: SERIES_LOOKS.kar, values: points.map(({ kar }) => kar) },
              { look: SERIES_LOOKS.zarar, values: points.map(({ zarar }) => -zarar) },
            ]}
          />
        </ChartFrame>
      )}
    </ChartFigure>
  )
}

/** Explains how to read the chart, above its table; `genitive` is 'günün' or 'ayın'. */
export const BalanceNote = ({ genitive }: { genitive: string }) => (
  <p className="text-muted-foreground">
    Grafikte gider ile üstündeki kâr o {genitive} geliridir; zarar sıfırın altındadır.
  </p>
)

/** Returns income, expense, and the profit or the loss, as lines of a tooltip. */
export const balanceLines = (result: IncomeResult): PointFigures['lines'] => [
  { label: 'Gelir', value: formatLira(result.gelir) },
  { label: 'Gider', value: formatLira(result.gider), look: SERIES_LOOKS.giderBar },
  resultLine(result),
]

function resultLine({ gelir, gider, kar, zarar }: IncomeResult): PointFigures['lines'][number] {
  if (gelir === 0 && gider === 0) return { label: 'Kâr / zarar', value: formatLira(0) }
  if (zarar > 0) return { label: 'Zarar', value: formatLira(zarar), look: SERIES_LOOKS.zarar }
  return { label: 'Kâr', value: formatLira(kar), look: SERIES_LOOKS.kar }
}

/** Returns how many points end with a profit and how many with a loss; `unit` is 'gün' or 'ay'. */
export function profitsAndLosses(points: readonly IncomeResult[], unit: string): string {
  const [profits, losses] = [points.filter(({ kar }) => kar > 0), points.filter(({ zarar }) => zarar > 0)]
  return `${profits.length} ${unit} kâr, ${losses.length} ${unit} zarar`
}
