import { createRootRoute, Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

import { PanelLoading } from '#client/components/page-states.tsx'
import { hasAcceptedBanner } from '#client/lib/cookies.ts'
import { loadSession } from '#client/lib/session.ts'

/** The banner is a separate file, because few visits show it. If its code does not load, the next page shows it. */
const CookieBanner = lazy(() =>
  import('#client/features/consent/cookie-banner.tsx').catch(() => ({ default: () => <></> })),
)

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
      <Suspense>{!hasAcceptedBanner() && <CookieBanner aboveNavigation={session.user !== null} />}</Suspense>
    </>
  )
}
