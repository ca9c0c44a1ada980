import { getRouteApi } from '@tanstack/react-router'
import { useToday } from '#client/lib/use-today.ts'
import { PageHeader } from '#client/components/page-header.tsx'
import { selectedPeriod } from '#shared/stats/selected-period.ts'

import { MonthStats } from './month-stats.tsx'
import { PeriodChoice } from './period-choice.tsx'
import { PeriodStats } from './period-stats.tsx'
import { StatsExport } from './stats-export.tsx'
import { StatsFilter } from './stats-filter.tsx'
import type { StatsSearch } from './stats-search.ts'

const route = getRouteApi('/_app/stats')

/** The statistics (specification §2): the URL holds the period, the server computes the figures. */
export function StatsScreen() {
  const search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const today = useToday()
  const selected = selectedPeriod(search, today)
  const apply = (next: StatsSearch) => void navigate({ search: next, resetScroll: false })
  return (
    <>
      <PageHeader title="İstatistikler">
        <StatsExport selected={selected} />
      </PageHeader>
      <PeriodChoice selected={selected} today={today} />
      <StatsFilter selected={selected} today={today} onApply={apply} />
      {selected.kind === 'month' ? (
        <MonthStats search={search} period={selected} today={today} />
      ) : (
        <PeriodStats selected={selected} today={today} />
      )}
    </>
  )
}
