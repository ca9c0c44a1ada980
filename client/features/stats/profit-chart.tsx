import { BarStack } from '#client/charts/bar-stack.tsx'
import { ChartFigure } from '#client/charts/chart-figure.tsx'
import { ChartFrame } from '#client/charts/chart-frame.tsx'
import { FigureTable } from '#client/charts/figure-table.tsx'
import { formatAxisDay, formatAxisTL, formatFullDay } from '#client/charts/format.ts'
import { formatCount } from '#client/lib/format.ts'
import { formatDay } from '#shared/date.ts'

import { type DailyChartProps, lira, LIRA_UNIT, LOOKS, plotLabel } from './daily-chart.ts'
import { type DayFigures, isEmptyMonth, totalOf } from './daily-figures.ts'

const TITLE = 'Günlük gelir − gider'
const LEGEND = [LOOKS.giderBar, LOOKS.kar, LOOKS.zarar]

/**
 * Income minus expense per day. Each part is as high as its amount: the expense upwards from zero, the profit on
 * top of it (their sum is the income), or the loss downwards from zero.
 */
export function ProfitChart({ days }: Pick<DailyChartProps, 'days'>) {
  return (
    <ChartFigure
      title={TITLE}
      summary={days && summary(days)}
      isEmpty={days !== undefined && isEmptyMonth(days)}
      legend={LEGEND}
      note="Gider ile üstündeki kâr o günün geliridir; zarar sıfırın altındadır."
      plotClass="h-64 lg:h-98"
      table={days && table(days)}
    >
      {days && (
        <ChartFrame
          label={plotLabel(TITLE)}
          points={days.map(({ label }) => label)}
          values={days.flatMap(({ gider, kar, zarar }) => [gider + kar, -zarar])}
          unit={LIRA_UNIT}
          formatPoint={formatAxisDay}
          formatValue={formatAxisTL}
          figuresOf={(index) => figuresOf(days[index])}
        >
          <BarStack
            series={[
              { look: LOOKS.giderBar, values: days.map(({ gider }) => gider) },
              { look: LOOKS.kar, values: days.map(({ kar }) => kar) },
              { look: LOOKS.zarar, values: days.map(({ zarar }) => -zarar) },
            ]}
          />
        </ChartFrame>
      )}
    </ChartFigure>
  )
}

/** The amounts with their counts (specification §2). */
function figuresOf(day: DayFigures | undefined) {
  if (day === undefined) return { title: '', lines: [] }
  const result =
    day.zarar > 0
      ? { label: 'Zarar', value: lira(day.zarar), look: LOOKS.zarar }
      : { label: 'Kâr', value: lira(day.kar), look: LOOKS.kar }
  return {
    title: formatFullDay(day.label),
    lines: [
      { label: 'Gelir', value: lira(day.gelir) },
      { label: 'Gider', value: lira(day.gider), look: LOOKS.giderBar },
      result,
      { label: 'Gelir kaydı', value: formatCount(day.gelir_sayisi) },
      { label: 'Gider kaydı', value: formatCount(day.gider_sayisi) },
    ],
  }
}

function summary(days: readonly DayFigures[]): string {
  if (isEmptyMonth(days)) return 'Bu ayda kâr ve zarar yok.'
  const [profits, losses] = [days.filter(({ kar }) => kar > 0), days.filter(({ zarar }) => zarar > 0)]
  return `${profits.length} gün kâr, ${losses.length} gün zarar.`
}

function table(days: readonly DayFigures[]) {
  const amount = (header: string, key: 'gelir' | 'gider') => ({
    header,
    cell: (day: DayFigures) => lira(day[key]),
    total: lira(totalOf(days, key)),
  })
  const count = (header: string, key: 'gelir_sayisi' | 'gider_sayisi') => ({
    header,
    cell: (day: DayFigures) => formatCount(day[key]),
    total: formatCount(totalOf(days, key)),
  })
  return (
    <FigureTable
      title={TITLE}
      rows={days}
      rowId={(day) => day.label}
      columns={[
        { header: 'Gün', cell: (day) => formatDay(day.label), total: 'Toplam' },
        amount('Gelir', 'gelir'),
        amount('Gider', 'gider'),
        {
          header: 'Gelir − gider',
          cell: (day) => lira(day.gelir - day.gider),
          total: lira(totalOf(days, 'gelir') - totalOf(days, 'gider')),
        },
        count('Gelir kaydı', 'gelir_sayisi'),
        count('Gider kaydı', 'gider_sayisi'),
      ]}
    />
  )
}
