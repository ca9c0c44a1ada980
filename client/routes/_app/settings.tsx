import { createFileRoute } from '@tanstack/react-router'

import { SettingsScreen } from '#client/features/settings/settings-screen.tsx'
import { api } from '#client/lib/api.ts'

export const Route = createFileRoute('/_app/settings')({
  // Not awaited: the cards show their own loading state.
  loader: ({ context: { user } }) => {
    if (user.rights.includes('settings')) void api.settings.get.prefetch()
    void api.settings.sessions.prefetch()
  },
  component: SettingsScreen,
})
