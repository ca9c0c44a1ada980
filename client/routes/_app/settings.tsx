import { createFileRoute } from '@tanstack/react-router'

import { SettingsScreen } from '#client/features/settings/settings-screen.tsx'
import { parseSettingsSearch } from '#client/features/settings/settings-search.ts'
import { api } from '#client/lib/api.ts'
import { searchRouteOptions } from '#client/lib/search-params.ts'

export const Route = createFileRoute('/_app/settings')({
  ...searchRouteOptions(parseSettingsSearch),
  // Not awaited: the section shows its own loading state.
  loader: ({ context: { user } }) => {
    if (user.rights.includes('settings')) void api.settings.get.prefetch()
  },
  component: SettingsScreen,
})
