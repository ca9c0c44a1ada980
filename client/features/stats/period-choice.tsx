import { Link } from '@tanstack/react-router'

import { cn } from '#client/lib/cn.ts'
import { type Day, monthOf } from '#shared/date.ts'
import { daysOfSelected, type SelectedPeriod } from '#shared/stats/selected-period.ts'

import type { StatsSearch } from './stats-search.ts'

const CHOICE =
  'inline-flex min-h-11 flex-1 items-center justify-center rounded-md px-3 text-sm font-medium whitespace-nowrap text-muted-foreground hover:text-foreground md:min-h-7.5 md:flex-none'
const CURRENT = 'bg-card text-foreground shadow-[inset_0_0_0_1px_var(--input)]'

const LABELS = { month: 'Aylık', year: 'Yıllık', days: 'Tarih aralığı' } as const

/** Shows the kinds of period as links; each begins with the days of the shown one. */
export function PeriodChoice({ selected, today }: { selected: SelectedPeriod; today: Day }) {
  return (
    <nav
      aria-label="Dönem"
      data-print="hide"
      className="flex rounded-lg border border-input bg-sunken p-1 max-md:w-full"
    >
      {Object.entries(searches(selected, today)).map(([kind, search]) => (
        <Link
          key={kind}
          to="/stats"
          search={search}
          resetScroll={false}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={kind === selected.kind ? 'true' : undefined}
          className={cn(CHOICE, kind === selected.kind && CURRENT)}
        >
          {LABELS[kind as SelectedPeriod['kind']]}
        </Link>
      ))}
    </nav>
  )
}

/** Returns the links of the kinds: the last month of the shown period that has begun, its year, and its days. */
function searches(selected: SelectedPeriod, today: Day): Record<SelectedPeriod['kind'], StatsSearch> {
  const { from, to } = daysOfSelected(selected)
  const last = monthOf(from <= today && today < to ? today : to)
  const isCurrent = last.month === monthOf(today).month && last.year === monthOf(today).year
  return {
    month: isCurrent ? {} : last,
    year: last.year === monthOf(today).year ? { period: 'year' } : { period: 'year', year: last.year },
    days: { from, to },
  }
}
