import { FigurePeriodContext } from '#client/charts/figure-period-context.ts'
import type { Day } from '#shared/date.ts'
import { nameOfPeriod } from '#shared/stats/period-name.ts'
import { daysOfSelected, type SelectedPeriod } from '#shared/stats/selected-period.ts'

import { DetailsCard } from './details-card.tsx'
import { ExpenseChart, IncomeChart, periodTables, RecordsChart, ResultChart } from './period-charts.tsx'
import type { PeriodView } from './period-view.ts'
import { StatsLayout } from './stats-layout.tsx'
import { StatsState } from './stats-state.tsx'
import { SummaryCard } from './summary-card.tsx'
import { usePeriodStats } from './use-period-stats.ts'

/** Shows a year or any days in the layout of a month. */
export function PeriodStats({ selected, today }: { selected: SelectedPeriod; today: Day }) {
  const stats = usePeriodStats(selected)
  const view = stats.data
  // The figures may still be those of the period before.
  const title = view?.name ?? nameOfPeriod(daysOfSelected(selected))
  return (
    <FigurePeriodContext value={title}>
      <StatsState title={title} queries={[stats]}>
        <StatsLayout
          summary={
            <SummaryCard title={title} figures={view?.figures} comparison={view && comparisonOf(view)} />
          }
          wide={<IncomeChart view={view} today={today} />}
          pair={
            <>
              <ResultChart view={view} />
              <RecordsChart view={view} today={today} />
            </>
          }
          last={<ExpenseChart view={view} today={today} />}
          details={<DetailsCard view={view} today={today} tables={view && periodTables(view)} />}
        />
      </StatsState>
    </FigurePeriodContext>
  )
}

/** Returns the comparison with the compared days in its title, because their name is too long for each figure. */
function comparisonOf({ comparison }: PeriodView) {
  if (comparison === null) return null
  const { words, current, previous } = comparison
  return { words: `${words}: ${previous.name}`, current, previous: { ...previous, name: 'Önceki' } }
}
