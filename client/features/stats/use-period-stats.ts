import { keepPreviousData } from '@tanstack/react-query'

import { trpc } from '#client/lib/api.ts'
import { daysOfSelected, type SelectedPeriod } from '#shared/stats/selected-period.ts'

import { periodView } from './period-view.ts'

/**
 * Options of a query that refetches on every visit, because other users may have saved, and shows cached figures until
 * then.
 */
export const FRESH_STATS = { placeholderData: keepPreviousData, staleTime: 0 } as const

/** Returns the statistics of the selected period. */
export const usePeriodStats = (selected: SelectedPeriod) =>
  trpc.stats.period.useQuery(daysOfSelected(selected), { select: periodView, ...FRESH_STATS })
