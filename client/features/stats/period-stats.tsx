import { FigurePeriodContext } from '#client/charts/figure-table.tsx'
import type { Day } from '#shared/date.ts'
import { nameOfPeriod } from '#shared/stats/period-name.ts'
import { daysOfSelected, type SelectedPeriod } from '#shared/stats/selected-period.ts'

import { IncomeBreakdown } from './income-breakdown.tsx'
import { ExpenseChart, IncomeChart, RecordsChart, ResultChart } from './period-charts.tsx'
import { PeriodFiguresCard } from './period-figures.tsx'
import { StatsState } from './stats-state.tsx'
import { usePeriodStats } from './use-period-stats.ts'

/** Shows a year or any days: the figures as a column, the income beside them, then two charts a row. */
export function PeriodStats({ selected, today }: { selected: SelectedPeriod; today: Day }) {
  const stats = usePeriodStats(selected)
  const view = stats.data
  // The figures may still be those of the period before.
  const title = view?.name ?? nameOfPeriod(daysOfSelected(selected))
  return (
    <FigurePeriodContext value={title}>
      <StatsState title={title} queries={[stats]}>
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
          <PeriodFiguresCard title={title} view={view} today={today} />
          <div className="grid min-w-0 gap-4 lg:grid-rows-[1fr_auto]">
            <IncomeChart view={view} today={today} />
            <RecordsChart view={view} today={today} />
          </div>
        </div>
        <div className="mt-4 grid grid-cols-1 gap-4 lg:grid-cols-2">
          <ResultChart view={view} />
          <ExpenseChart view={view} today={today} />
          <IncomeBreakdown title="İşleme göre gelir" header="İşlem" parts={view?.operations} />
          <IncomeBreakdown title="Markaya göre gelir" header="Marka" parts={view?.makes} />
        </div>
      </StatsState>
    </FigurePeriodContext>
  )
}
