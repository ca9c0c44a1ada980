import { createRootRoute, Outlet } from '@tanstack/react-router'

import { PanelLoading } from '#client/components/page-states.tsx'
import { CookieBanner } from '#client/features/consent/cookie-banner.tsx'
import { loadSession } from '#client/lib/session.ts'

export const Route = createRootRoute({
  beforeLoad: async () => ({ session: await loadSession() }),
  pendingMs: 0,
  pendingComponent: PanelLoading,
  component: Root,
})

function Root() {
  const { session } = Route.useRouteContext()
  return (
    <>
      <Outlet />
      <CookieBanner aboveNavigation={session.user !== null} />
    </>
  )
}
