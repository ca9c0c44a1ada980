import { createFileRoute } from '@tanstack/react-router'

import { Forbidden } from '#client/components/forbidden.tsx'
import { StatsScreen } from '#client/features/stats/stats-screen.tsx'
import { parseStatsSearch } from '#client/features/stats/stats-search.ts'
import { api } from '#client/lib/api.ts'
import { searchState } from '#client/lib/search-params.ts'
import { useSessionUser } from '#client/lib/session.ts'

export const Route = createFileRoute('/_app/stats')({
  ...searchState(parseStatsSearch),
  // Not awaited: the screen shows its own skeleton, and later the previous period until the next one is loaded.
  // Other periods are computed from today, which is not worth its code in the first chunk.
  loader: ({ deps, context: { user } }) => {
    if (user.rights.includes('figures') && deps.period === undefined && deps.from === undefined)
      void api.stats.get.prefetch(deps)
  },
  component: StatsPage,
})

function StatsPage() {
  return useSessionUser().rights.includes('figures') ? <StatsScreen /> : <Forbidden />
}
