import { getRouteApi } from '@tanstack/react-router'

import { PageHeader } from '#client/components/page-header.tsx'
import { useToday } from '#client/lib/use-today.ts'
import { selectedPeriod, shownPeriod } from '#shared/stats/selected-period.ts'

import { MonthStats } from './month-stats.tsx'
import { PeriodChoice } from './period-choice.tsx'
import { PeriodStats } from './period-stats.tsx'
import { StatsExport } from './stats-export.tsx'
import { StatsFilter } from './stats-filter.tsx'
import type { StatsSearch } from './stats-search.ts'

const route = getRouteApi('/_app/stats')

/** The kind of period, its fields and their buttons in one frame; on a phone three fields share a line. */
const FIELDS =
  'filter-bar grid grid-cols-6 items-end gap-2 max-md:[&_select]:pr-7 max-md:[&_select]:pl-2.5 max-md:[&_select+svg]:right-1.5 md:flex md:flex-wrap md:gap-0 md:w-fit md:[--bar:2.375rem]'

/** Shows the statistics (specification §2): the URL holds the period, the server computes the figures. */
export function StatsScreen() {
  const search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const today = useToday()
  const selected = selectedPeriod(search, today)
  const shown = shownPeriod(selected)
  const apply = (next: StatsSearch) => void navigate({ search: next, resetScroll: false })
  const filter = <StatsFilter selected={selected} today={today} onApply={apply} />
  // Two days with their messages are too wide for the line of the title.
  const hasOwnLine = selected.kind === 'days'
  return (
    <>
      <div className="lg:flex lg:flex-wrap lg:items-start lg:justify-between lg:gap-x-6 lg:*:min-h-10">
        {/* A narrow screen has the export beside the title, so that the order of focus is that of reading. */}
        <PageHeader title="İstatistikler">
          <div className="lg:hidden">
            <StatsExport selected={selected} />
          </div>
        </PageHeader>
        <div className="mb-4 lg:flex lg:flex-wrap lg:items-start lg:gap-3">
          <div data-print="hide" className={FIELDS}>
            <PeriodChoice selected={selected} today={today} onChoose={apply} />
            {!hasOwnLine && filter}
          </div>
          <div className="max-lg:hidden">
            <StatsExport selected={selected} />
          </div>
        </div>
      </div>
      {hasOwnLine && <div className="mb-4">{filter}</div>}
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
