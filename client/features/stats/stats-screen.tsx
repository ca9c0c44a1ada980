import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'

import { PageHeader } from '#client/components/page-header.tsx'
import { LoadError } from '#client/components/page-states.tsx'
import { trpc } from '#client/lib/api.ts'
import { cn } from '#client/lib/cn.ts'
import { type Day, type Month, MONTH_NAMES, monthLabel, todayInIstanbul } from '#shared/date.ts'
import { messages } from '#shared/messages.ts'

import { daysToDraw } from './daily-figures.ts'
import { StatsExport } from './stats-export.tsx'
import { KayitChart } from './kayit-chart.tsx'
import { OperationsChart } from './operations-chart.tsx'
import { ProfitChart } from './profit-chart.tsx'
import { AllTimeCards, MonthCards } from './stats-cards.tsx'
import { StatsFilter } from './stats-filter.tsx'
import { selectedMonth, type StatsSearch } from './stats-search.ts'
import { statsView, type StatsView } from './stats-view.ts'
import { TrendChart } from './trend-chart.tsx'

const route = getRouteApi('/_app/stats')

/** The statistics (specification §2): the URL holds the month, the server computes the figures. */
export function StatsScreen() {
  const search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const [today] = useState(() => todayInIstanbul(new Date()))
  const period = selectedMonth(search, today)
  // Other users may have saved meanwhile: every visit refetches and shows the cached figures until then.
  const stats = trpc.stats.get.useQuery(search, {
    select: statsView,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const apply = (next: StatsSearch) => void navigate({ search: next, resetScroll: false })
  const view = stats.data
  const title = monthTitle(view, period)

  return (
    <>
      <PageHeader title="İstatistikler">
        <StatsExport period={period} />
      </PageHeader>
      <StatsFilter period={period} today={today} onApply={apply} onReset={() => apply({})} />
      <output className="sr-only">{status(title, stats)}</output>
      {stats.isError && (
        <div className="mb-6">
          <LoadError
            message={messages.statsFailed}
            pending={stats.isFetching}
            onRetry={() => void stats.refetch()}
          />
        </div>
      )}
      {(!stats.isError || view !== undefined) && (
        <div
          aria-busy={stats.isPlaceholderData || undefined}
          className={cn(stats.isPlaceholderData && 'opacity-60')}
        >
          <MonthCards title={title} month={view?.month} comparison={view?.comparison} />
          <AllTimeCards allTime={view?.allTime} />
          <Charts view={view} today={today} />
        </div>
      )}
    </>
  )
}

function Charts({ view, today }: { view: StatsView | undefined; today: Day }) {
  const days = view?.days
  const drawn = days === undefined ? 0 : daysToDraw(days, today)
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <KayitChart days={days} drawn={drawn} />
      <TrendChart days={days} drawn={drawn} />
      <ProfitChart days={days} />
      <OperationsChart operations={view?.operations} />
    </div>
  )
}

/** 'Kasım 2026': the month of the shown figures, which may still be the previous one. */
function monthTitle(view: StatsView | undefined, { year, month }: Month): string {
  const day = view?.days[0]?.label
  return day === undefined ? `${MONTH_NAMES[month - 1]} ${year}` : monthLabel(day)
}

interface Loading {
  isError: boolean
  isPending: boolean
  isPlaceholderData: boolean
}

function status(title: string, { isError, isPending, isPlaceholderData }: Loading): string {
  if (isError) return ''
  return isPending || isPlaceholderData ? 'Yükleniyor...' : `${title} istatistikleri gösteriliyor.`
}
