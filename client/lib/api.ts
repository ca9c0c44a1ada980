import { httpBatchLink } from '@trpc/client'
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query'
import type { inferRouterInputs } from '@trpc/server'
import superjson, { stringify } from 'superjson'

import { createQueryClient } from '#client/lib/query-client.ts'
import type { AppRouter } from '#server/rpc/app-router.ts'
import { BASE_PATH, PAGE_USER_HEADER } from '#shared/base.ts'

export type RouterInputs = inferRouterInputs<AppRouter>

/** Hooks for components: `trpc.kayit.list.useQuery(…)`. */
export const trpc = createTRPCReact<AppRouter>()

export const queryClient = createQueryClient()

const API_URL = `${BASE_PATH}/api/trpc`

export const trpcClient = trpc.createClient({
  links: [
    httpBatchLink({
      url: API_URL,
      transformer: superjson,
      maxItems: 10,
      // A login or logout concerns the user of the cookie.
      headers: ({ opList }) => (opList.some(({ path }) => path.startsWith('auth.')) ? {} : pageUserHeader()),
    }),
  ],
})

/** The same procedures outside components (loaders, session): `api.kayit.list.ensureData(…)`. */
export const api = createTRPCQueryUtils({ queryClient, client: trpcClient })

/** Names the user of this page; the server refuses calls once another tab has logged in as another user. */
export function pageUserHeader(): Record<string, string> {
  const id = api.auth.session.getData()?.user?.id
  return id === undefined ? {} : { [PAGE_USER_HEADER]: String(id) }
}

/** Calls a mutation while the page is being left; its response is ignored. */
export function sendOnLeave(path: 'auth.cancelConsent', input: RouterInputs['auth']['cancelConsent']): void {
  const body = new Blob([stringify(input)], { type: 'application/json' })
  navigator.sendBeacon(`${API_URL}/${path}`, body)
}
