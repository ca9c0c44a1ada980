import { getRouteApi } from '@tanstack/react-router'
import { useToday } from '#client/lib/use-today.ts'
import { PageHeader } from '#client/components/page-header.tsx'
import { selectedPeriod, shownPeriod } from '#shared/stats/selected-period.ts'

import { MonthStats } from './month-stats.tsx'
import { PeriodChoice } from './period-choice.tsx'
import { PeriodStats } from './period-stats.tsx'
import { StatsExport } from './stats-export.tsx'
import { StatsFilter } from './stats-filter.tsx'
import type { StatsSearch } from './stats-search.ts'

const route = getRouteApi('/_app/stats')

/** Shows the statistics (specification §2): the URL holds the period, the server computes the figures. */
export function StatsScreen() {
  const search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const today = useToday()
  const selected = selectedPeriod(search, today)
  const shown = shownPeriod(selected)
  const apply = (next: StatsSearch) => void navigate({ search: next, resetScroll: false })
  return (
    <>
      <PageHeader title="İstatistikler">
        <StatsExport selected={selected} />
      </PageHeader>
      <PeriodChoice selected={selected} today={today} />
      <StatsFilter selected={selected} today={today} onApply={apply} />
      {shown.kind === 'month' ? (
        <MonthStats
          search={search.from === undefined ? search : { month: shown.month, year: shown.year }}
          period={shown}
          today={today}
        />
      ) : (
        <PeriodStats selected={selected} today={today} />
      )}
    </>
  )
}
