import { createFileRoute } from '@tanstack/react-router'

import { Forbidden } from '#client/components/forbidden.tsx'
import { DayScreen } from '#client/features/cash/day-screen.tsx'
import { parseDaySearch, toDayInput } from '#client/features/cash/day-search.ts'
import { api } from '#client/lib/api.ts'
import { searchRouteOptions } from '#client/lib/search-params.ts'
import { useRight } from '#client/lib/session.ts'

export const Route = createFileRoute('/_app/cash/')({
  ...searchRouteOptions(parseDaySearch),
  // Not awaited: the screen shows its own skeleton.
  loader: ({ deps, context: { user } }) => {
    if (user.rights.includes('payments')) void api.till.day.prefetch(toDayInput(deps))
  },
  component: DayRoute,
})

function DayRoute() {
  return useRight('payments') ? <DayScreen /> : <Forbidden />
}
