import { useMutation, type UseMutationOptions, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { createTRPCClient, getUntypedClient, httpBatchLink } from '@trpc/client'
import { createTRPCQueryUtils, type CreateTRPCReact } from '@trpc/react-query'
import { createReactDecoration } from '@trpc/react-query/shared'
import type { inferRouterInputs } from '@trpc/server'
import superjson, { stringify } from 'superjson'

import { createQueryClient } from '#client/lib/query-client.ts'
import type { AppRouter } from '#server/transports/rpc/app-router.ts'
import { BASE_PATH, PAGE_USER_HEADER } from '#shared/base.ts'

export type RouterInputs = inferRouterInputs<AppRouter>

export const queryClient = createQueryClient()

/** Additional headers of every call; the idle limit sets them (idle.ts). */
export const callHeaders: { get?: () => Record<string, string> } = {}

const API_URL = `${BASE_PATH}/api/trpc`

export const trpcClient = createTRPCClient<AppRouter>({
  links: [
    httpBatchLink({
      url: API_URL,
      transformer: superjson,
      maxItems: 10,
      headers: () => ({ ...callHeaders.get?.(), ...pageUserHeader() }),
    }),
  ],
})

/** The procedures outside components (loaders, session): `api.kayit.list.ensureData(…)`. */
export const api = createTRPCQueryUtils({ queryClient, client: trpcClient })

type Queries = { queryOptions: (input: unknown, options: object) => UseQueryOptions }
/** Returns the part of `api` at a path. */
const queriesAt = (path: string[]) =>
  path.reduce((at, name) => (at as Record<string, unknown>)[name], api as unknown) as Queries

const hooks = {
  useQuery: (path: string[], input: unknown, options: object) =>
    useQuery(queriesAt(path).queryOptions(input, options)),
  useMutation: (path: string[], options?: UseMutationOptions) =>
    useMutation({
      ...options,
      mutationKey: [path],
      mutationFn: (input) => getUntypedClient(trpcClient).mutation(path.join('.'), input),
    }),
  useUtils: () => api,
}

type Hooks<Part> = Part extends { useQuery: unknown }
  ? Pick<Part, 'useQuery'>
  : Part extends { useMutation: unknown }
    ? Pick<Part, 'useMutation'>
    : { [Name in keyof Part]: Hooks<Part[Name]> }

/**
 * Hooks for components: `trpc.kayit.list.useQuery(…)`. Those of createTRPCReact have the same types, but also code for
 * infinite, suspended and server-drawn queries, which each page would load (3 KiB of gzip).
 */
export const trpc = createReactDecoration(
  hooks as unknown as Parameters<typeof createReactDecoration<AppRouter>>[0],
) as Hooks<Omit<CreateTRPCReact<AppRouter, unknown>, 'Provider' | 'createClient' | 'useUtils'>> & {
  useUtils: () => typeof api
}

/**
 * Returns the header with the user of this page. The server refuses calls after another user has logged in in another
 * tab, except calls that need no session.
 */
export function pageUserHeader(): Record<string, string> {
  const id = api.auth.session.getData()?.user?.id
  return id === undefined ? {} : { [PAGE_USER_HEADER]: String(id) }
}

/** Calls a mutation while the user leaves the page; its response is ignored. */
export function sendOnLeave(path: 'auth.cancelConsent', input: RouterInputs['auth']['cancelConsent']): void {
  const body = new Blob([stringify(input)], { type: 'application/json' })
  navigator.sendBeacon(`${API_URL}/${path}`, body)
}
