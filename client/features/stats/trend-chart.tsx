import { ChartFigure } from '#client/charts/chart-figure.tsx'
import { formatAxisDayOfMonth, formatAxisTL, formatDayOfMonth, formatFullDay } from '#client/charts/format.ts'
import { ChartFrame, FigureTable, LineSeries, TodayMark } from '#client/charts/lazy-plots.tsx'
import type { Day } from '#shared/date.ts'

import {
  type DailyChartProps,
  formatLira,
  LIRA_UNIT,
  SERIES_LOOKS,
  plotLabel,
  WIDE_PLOT,
} from './daily-chart.ts'
import { type DayFigures, hasNoMoney, lineValues, peakDays, totalOf } from './daily-figures.ts'

const TITLE = 'Günlük gelir ve gider'
const LEGEND = [SERIES_LOOKS.gelir, SERIES_LOOKS.gider]

/** Shows income and expense per day, as two lines. */
export function TrendChart({ days, drawnCount, today }: DailyChartProps & { today: Day }) {
  return (
    <ChartFigure
      title={TITLE}
      summary={days && summary(days)}
      isEmpty={days !== undefined && hasNoMoney(days)}
      legend={LEGEND}
      plotClass={WIDE_PLOT}
    >
      {days && (
        <ChartFrame
          label={plotLabel(TITLE)}
          points={days.map(({ label }) => label)}
          values={days.flatMap(({ gelir, gider }) => [gelir, gider])}
          unit={LIRA_UNIT}
          formatPoint={formatAxisDayOfMonth}
          formatValue={formatAxisTL}
          figuresOf={(index) => figuresOf(days[index])}
        >
          <LineSeries
            look={SERIES_LOOKS.gelir}
            values={lineValues(days, 'gelir', drawnCount)}
            isFilled
            hasOnlyLastMark
          />
          <LineSeries
            look={SERIES_LOOKS.gider}
            values={lineValues(days, 'gider', drawnCount)}
            hasOnlyLastMark
          />
          <TodayMark point={today} />
        </ChartFrame>
      )}
    </ChartFigure>
  )
}

function figuresOf(day: DayFigures | undefined) {
  if (day === undefined) return { title: '', lines: [] }
  return {
    title: formatFullDay(day.label),
    lines: [
      { label: 'Gelir', value: formatLira(day.gelir), look: SERIES_LOOKS.gelir },
      { label: 'Gider', value: formatLira(day.gider), look: SERIES_LOOKS.gider },
    ],
  }
}

function summary(days: readonly DayFigures[]): string {
  if (hasNoMoney(days)) return 'Bu ayda gelir ve gider yok.'
  const [best] = peakDays(days, 'gelir')
  return best === undefined
    ? 'Bu ayda gelir yok.'
    : `En iyi gün ${formatDayOfMonth(best.label)}, ${formatLira(best.gelir)}`
}

/** Shows the same as a table. */
export const TrendTable = ({ days }: { days: readonly DayFigures[] }) => (
  <FigureTable
    title={TITLE}
    rows={days}
    rowId={(day) => day.label}
    columns={[
      { header: 'Gün', cell: (day) => ({ day: day.label }), total: 'Toplam' },
      { header: 'Gelir', cell: (day) => ({ kurus: day.gelir }), total: { kurus: totalOf(days, 'gelir') } },
      { header: 'Gider', cell: (day) => ({ kurus: day.gider }), total: { kurus: totalOf(days, 'gider') } },
    ]}
  />
)
