import { createFileRoute } from '@tanstack/react-router'

import { SettingsScreen } from '#client/features/settings/settings-screen.tsx'
import { parseSettingsSearch, sectionOf } from '#client/features/settings/settings-search.ts'
import { api } from '#client/lib/api.ts'
import { searchRouteOptions } from '#client/lib/search-params.ts'

export const Route = createFileRoute('/_app/settings')({
  ...searchRouteOptions(parseSettingsSearch),
  // Not awaited: the sections show their own loading state.
  loader: ({ deps, context: { user } }) => {
    if (user.rights.includes('settings')) void api.settings.get.prefetch()
    if (sectionOf(deps, user.rights) === 'account') void api.settings.sessions.prefetch()
  },
  component: SettingsScreen,
})
