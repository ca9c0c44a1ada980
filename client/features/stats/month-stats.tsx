import { FigurePeriodContext } from '#client/charts/figure-period-context.ts'
import { trpc } from '#client/lib/api.ts'
import { type Day, type Month, MONTH_NAMES, monthLabel } from '#shared/date.ts'

import { daysToDraw } from './daily-figures.ts'
import { DetailsCard } from './details-card.tsx'
import { KayitChart, KayitTable } from './kayit-chart.tsx'
import { OperationsChart, OperationsTable } from './operations-chart.tsx'
import { ProfitChart, ProfitTable } from './profit-chart.tsx'
import { StatsLayout } from './stats-layout.tsx'
import type { StatsSearch } from './stats-search.ts'
import { StatsState } from './stats-state.tsx'
import { statsView, type StatsView } from './stats-view.ts'
import { AllTimeFigures, SummaryCard } from './summary-card.tsx'
import { TrendChart, TrendTable } from './trend-chart.tsx'
import { FRESH_STATS, usePeriodStats } from './use-period-stats.ts'

interface MonthStatsProps {
  search: StatsSearch
  /** Month of the search. */
  period: Month
  today: Day
}

/** Shows the specification's figures and charts of a month, and folded below them the sources of its income. */
export function MonthStats({ search, period, today }: MonthStatsProps) {
  const stats = trpc.stats.get.useQuery(search, { select: statsView, ...FRESH_STATS })
  const details = usePeriodStats({ kind: 'month', ...period })
  const title = monthTitle(stats.data, period)
  const { days, operations } = stats.data ?? {}
  const drawnCount = days === undefined ? 0 : daysToDraw(days, today)
  return (
    <FigurePeriodContext value={title}>
      <StatsState title={title} queries={[stats, details]}>
        <StatsLayout
          summary={
            <SummaryCard title={title} figures={stats.data?.month} comparison={stats.data?.comparison}>
              <AllTimeFigures allTime={stats.data?.allTime} />
            </SummaryCard>
          }
          wide={<TrendChart days={days} drawnCount={drawnCount} today={today} />}
          pair={
            <>
              <ProfitChart days={days} />
              <KayitChart days={days} drawnCount={drawnCount} />
            </>
          }
          last={<OperationsChart operations={operations} />}
          details={
            <DetailsCard
              view={details.data ?? (details.isError ? null : undefined)}
              today={today}
              tables={stats.data && tablesOf(stats.data)}
            />
          }
        />
      </StatsState>
    </FigurePeriodContext>
  )
}

const tablesOf = ({ days, operations }: StatsView) => ({
  'Günlük gelir ve gider': <TrendTable days={days} />,
  'Günlük kâr / zarar': <ProfitTable days={days} />,
  'Günlük kayıt sayısı': <KayitTable days={days} />,
  'En sık yapılan işlemler': <OperationsTable operations={operations} />,
})

/** Returns the month of the shown figures, which may still be the previous one: 'Kasım 2026'. */
function monthTitle(view: StatsView | undefined, { year, month }: Month): string {
  const day = view?.days[0]?.label
  return day === undefined ? `${MONTH_NAMES[month - 1]} ${year}` : monthLabel(day)
}
