import { createFileRoute } from '@tanstack/react-router'

import { Forbidden } from '#client/components/forbidden.tsx'
import { ChangeScreen } from '#client/features/change/change-screen.tsx'
import { parseChangeSearch } from '#client/features/change/change-search.ts'
import { searchRouteOptions } from '#client/lib/search-params.ts'
import { useRight } from '#client/lib/session.ts'

// The screen is seldom opened, so its data is not prefetched, which would add code to the first chunk.
export const Route = createFileRoute('/_app/changes')({
  ...searchRouteOptions(parseChangeSearch),
  component: Changes,
})

function Changes() {
  return useRight('remove') ? <ChangeScreen /> : <Forbidden />
}
