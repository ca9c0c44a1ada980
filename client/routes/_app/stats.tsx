import { createFileRoute } from '@tanstack/react-router'

import { StatsScreen } from '#client/features/stats/stats-screen.tsx'
import { parseStatsSearch } from '#client/features/stats/stats-search.ts'
import { api } from '#client/lib/api.ts'

export const Route = createFileRoute('/_app/stats')({
  validateSearch: parseStatsSearch,
  // The router keeps parameters that the validation dropped; this removes them from the address.
  search: { middlewares: [({ search, next }) => parseStatsSearch(next(search))] },
  loaderDeps: ({ search }) => parseStatsSearch(search),
  // Not awaited: the screen shows its own skeleton, and later the previous period until the next one is loaded.
  // Other periods are computed from today, which is not worth its code in the first chunk.
  loader: ({ deps }) => {
    if (deps.period === undefined && deps.from === undefined) void api.stats.get.prefetch(deps)
  },
  component: StatsScreen,
})
