import { createRootRoute, Outlet } from '@tanstack/react-router'

import { PageLoading } from '#client/components/page-states.tsx'
import { loadSession } from '#client/lib/session.ts'

export const Route = createRootRoute({
  beforeLoad: async () => ({ session: await loadSession() }),
  pendingMs: 0,
  pendingComponent: PageLoading,
  component: Outlet,
})
