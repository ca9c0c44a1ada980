import { createFileRoute } from '@tanstack/react-router'

import { StatsScreen } from '#client/features/stats/stats-screen.tsx'
import { parseStatsSearch } from '#client/features/stats/stats-search.ts'
import { api } from '#client/lib/api.ts'

export const Route = createFileRoute('/_app/stats')({
  validateSearch: parseStatsSearch,
  // The router keeps what the validation dropped: here it goes, from the address too.
  search: { middlewares: [({ search, next }) => parseStatsSearch(next(search))] },
  loaderDeps: ({ search }) => parseStatsSearch(search),
  // Not awaited: the screen shows its own skeleton, then keeps the old month until the new one is here.
  loader: ({ deps }) => void api.stats.get.prefetch(deps),
  component: StatsScreen,
})
