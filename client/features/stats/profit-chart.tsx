import { formatAxisDayOfMonth, formatFullDay } from '#client/charts/format.ts'
import { FigureTable } from '#client/charts/lazy-plots.tsx'
import { formatCount } from '#client/lib/format.ts'

import { BalanceChart, balanceLines, BalanceNote, profitsAndLosses } from './balance-chart.tsx'
import { type DailyChartProps, plotLabel } from './daily-chart.ts'
import { type DayFigures, hasNoMoney, totalOf } from './daily-figures.ts'

const TITLE = 'Günlük kâr / zarar'

/** Shows income minus expense per day. */
export function ProfitChart({ days }: Pick<DailyChartProps, 'days'>) {
  return (
    <BalanceChart
      title={TITLE}
      label={plotLabel(TITLE)}
      points={days}
      idOf={(day) => day.label}
      formatPoint={formatAxisDayOfMonth}
      figuresOf={figuresOf}
      summary={days && summary(days)}
    />
  )
}

/** Returns the amounts of a day with their counts (specification §2). */
const figuresOf = (day: DayFigures) => ({
  title: formatFullDay(day.label),
  lines: [
    ...balanceLines(day),
    { label: 'Gelir kaydı', value: formatCount(day.gelir_sayisi) },
    { label: 'Gider kaydı', value: formatCount(day.gider_sayisi) },
  ],
})

const summary = (days: readonly DayFigures[]): string =>
  hasNoMoney(days) ? 'Bu ayda kâr ve zarar yok.' : profitsAndLosses(days, 'gün')

/** Shows the same as a table. */
export function ProfitTable({ days }: { days: readonly DayFigures[] }) {
  const amount = (header: string, key: 'gelir' | 'gider') => ({
    header,
    cell: (day: DayFigures) => ({ kurus: day[key] }),
    total: { kurus: totalOf(days, key) },
  })
  const count = (header: string, key: 'gelir_sayisi' | 'gider_sayisi') => ({
    header,
    cell: (day: DayFigures) => day[key],
    total: totalOf(days, key),
  })
  return (
    <>
      <BalanceNote genitive="günün" />
      <FigureTable
        title={TITLE}
        rows={days}
        rowId={(day) => day.label}
        columns={[
          { header: 'Gün', cell: (day) => ({ day: day.label }), total: 'Toplam' },
          amount('Gelir', 'gelir'),
          amount('Gider', 'gider'),
          {
            header: 'Gelir − gider',
            cell: (day) => ({ kurus: day.gelir - day.gider }),
            total: { kurus: totalOf(days, 'gelir') - totalOf(days, 'gider') },
          },
          count('Gelir kaydı', 'gelir_sayisi'),
          count('Gider kaydı', 'gider_sayisi'),
        ]}
      />
    </>
  )
}
