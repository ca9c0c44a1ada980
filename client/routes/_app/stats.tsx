import { createFileRoute } from '@tanstack/react-router'

import { Forbidden } from '#client/components/forbidden.tsx'
import { StatsScreen } from '#client/features/stats/stats-screen.tsx'
import { parseStatsSearch } from '#client/features/stats/stats-search.ts'
import { api } from '#client/lib/api.ts'
import { searchRouteOptions } from '#client/lib/search-params.ts'
import { useSessionUser } from '#client/lib/session.ts'

export const Route = createFileRoute('/_app/stats')({
  ...searchRouteOptions(parseStatsSearch),
  // Not awaited: the screen shows its own skeleton, and later the previous period until the next one is loaded. Only
  // months are prefetched: other periods need code that the first chunk should not contain.
  loader: ({ deps, context: { user } }) => {
    if (user.rights.includes('figures') && deps.period === undefined && deps.from === undefined)
      void api.stats.get.prefetch(deps)
  },
  component: StatsRoute,
})

function StatsRoute() {
  return useSessionUser().rights.includes('figures') ? <StatsScreen /> : <Forbidden />
}
