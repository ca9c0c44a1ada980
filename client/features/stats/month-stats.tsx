import { FigurePeriodContext } from '#client/charts/figure-table.tsx'
import { trpc } from '#client/lib/api.ts'
import { type Day, type Month, MONTH_NAMES, monthLabel } from '#shared/date.ts'

import { daysToDraw } from './daily-figures.ts'
import { IncomeBreakdown } from './income-breakdown.tsx'
import { KayitChart } from './kayit-chart.tsx'
import { OperationsChart } from './operations-chart.tsx'
import { MonthDetailsCard } from './period-figures.tsx'
import { ProfitChart } from './profit-chart.tsx'
import { AllTimeCards, MonthCards } from './stats-cards.tsx'
import type { StatsSearch } from './stats-search.ts'
import { StatsState } from './stats-state.tsx'
import { statsView, type StatsView } from './stats-view.ts'
import { TrendChart } from './trend-chart.tsx'
import { FRESH_STATS, usePeriodStats } from './use-period-stats.ts'

interface MonthStatsProps {
  search: StatsSearch
  /** Month of the search. */
  period: Month
  today: Day
}

/** Shows the specification's cards and charts of a month, and below them the sources of its income. */
export function MonthStats({ search, period, today }: MonthStatsProps) {
  const stats = trpc.stats.get.useQuery(search, { select: statsView, ...FRESH_STATS })
  const details = usePeriodStats({ kind: 'month', ...period })
  const title = monthTitle(stats.data, period)
  return (
    <FigurePeriodContext value={title}>
      <StatsState title={title} queries={[stats, details]}>
        <MonthCards title={title} month={stats.data?.month} comparison={stats.data?.comparison} />
        <AllTimeCards allTime={stats.data?.allTime} />
        <Charts view={stats.data} today={today} />
        {!(details.isError && details.data === undefined) && (
          <div className="mt-4 grid grid-cols-1 gap-4 lg:grid-cols-2">
            <MonthDetailsCard view={details.data} today={today} />
            <IncomeBreakdown title="İşleme göre gelir" header="İşlem" parts={details.data?.operations} />
            <IncomeBreakdown title="Markaya göre gelir" header="Marka" parts={details.data?.makes} />
          </div>
        )}
      </StatsState>
    </FigurePeriodContext>
  )
}

function Charts({ view, today }: { view: StatsView | undefined; today: Day }) {
  const days = view?.days
  const drawnCount = days === undefined ? 0 : daysToDraw(days, today)
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <KayitChart days={days} drawnCount={drawnCount} />
      <TrendChart days={days} drawnCount={drawnCount} />
      <ProfitChart days={days} />
      <OperationsChart operations={view?.operations} />
    </div>
  )
}

/** Returns the month of the shown figures, which may still be the previous one: 'Kasım 2026'. */
function monthTitle(view: StatsView | undefined, { year, month }: Month): string {
  const day = view?.days[0]?.label
  return day === undefined ? `${MONTH_NAMES[month - 1]} ${year}` : monthLabel(day)
}
