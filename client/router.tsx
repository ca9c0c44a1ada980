import { createRouter } from '@tanstack/react-router'

import { RouteError, PageLoading } from '#client/components/page-states.tsx'
import { readSearchText, writeSearchText } from '#client/lib/search-text.ts'
import { routeTree } from '#client/routeTree.gen.ts'
import { BASE_PATH } from '#shared/base.ts'

export const router = createRouter({
  routeTree,
  basepath: BASE_PATH,
  parseSearch: readSearchText,
  stringifySearch: writeSearchText,
  defaultPreload: 'intent',
  // React Query decides which data is stale.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
  defaultPendingComponent: PageLoading,
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
