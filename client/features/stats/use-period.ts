import { keepPreviousData } from '@tanstack/react-query'

import { trpc } from '#client/lib/api.ts'
import { daysOfSelected, type SelectedPeriod } from '#shared/stats/selected-period.ts'

import { periodView } from './period-view.ts'

/** Other users may have saved meanwhile: every visit refetches and shows the cached figures until then. */
export const FRESH = { placeholderData: keepPreviousData, staleTime: 0 } as const

/** The statistics of the selected period. */
export const usePeriod = (selected: SelectedPeriod) =>
  trpc.stats.period.useQuery(daysOfSelected(selected), { select: periodView, ...FRESH })
