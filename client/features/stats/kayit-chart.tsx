import { ChartFigure } from '#client/charts/chart-figure.tsx'
import { formatAxisDayOfMonth, formatDayOfMonth, formatFullDay } from '#client/charts/format.ts'
import { ChartFrame, FigureTable, LineSeries } from '#client/charts/lazy-plots.tsx'
import { formatCount } from '#client/lib/format.ts'

import { type DailyChartProps, PAIR_PLOT, SERIES_LOOKS, plotLabel } from './daily-chart.ts'
import { type DayFigures, lineValues, peakDays, totalOf } from './daily-figures.ts'

const TITLE = 'Günlük kayıt sayısı'

/** Shows the number of records per day. */
export function KayitChart({ days, drawnCount }: DailyChartProps) {
  return (
    <ChartFigure
      title={TITLE}
      summary={days && summary(days)}
      isEmpty={days !== undefined && totalOf(days, 'kayit_sayisi') === 0}
      plotClass={PAIR_PLOT}
    >
      {days && (
        <ChartFrame
          label={plotLabel(TITLE)}
          points={days.map(({ label }) => label)}
          values={days.map(({ kayit_sayisi }) => kayit_sayisi)}
          unit={1}
          formatPoint={formatAxisDayOfMonth}
          formatValue={formatCount}
          figuresOf={(index) => figuresOf(days[index])}
        >
          <LineSeries look={SERIES_LOOKS.kayit} values={lineValues(days, 'kayit_sayisi', drawnCount)} />
        </ChartFrame>
      )}
    </ChartFigure>
  )
}

function figuresOf(day: DayFigures | undefined) {
  if (day === undefined) return { title: '', lines: [] }
  return {
    title: formatFullDay(day.label),
    lines: [{ label: 'Kayıt', value: formatCount(day.kayit_sayisi) }],
  }
}

function summary(days: readonly DayFigures[]): string {
  const [peak, ...equal] = peakDays(days, 'kayit_sayisi')
  if (peak === undefined) return 'Bu ayda kayıt yok.'
  const most = `${formatCount(peak.kayit_sayisi)} kayıt`
  return equal.length === 0
    ? `En yoğun gün ${formatDayOfMonth(peak.label)}, ${most}`
    : `En yoğun ${equal.length + 1} günde ${most}`
}

/** Shows the same as a table. */
export const KayitTable = ({ days }: { days: readonly DayFigures[] }) => (
  <FigureTable
    title={TITLE}
    rows={days}
    rowId={(day) => day.label}
    columns={[
      { header: 'Gün', cell: (day) => ({ day: day.label }), total: 'Toplam' },
      { header: 'Kayıt', cell: (day) => day.kayit_sayisi, total: totalOf(days, 'kayit_sayisi') },
    ]}
  />
)
