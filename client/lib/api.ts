import { httpBatchLink } from '@trpc/client'
import {
  createTRPCQueryUtils,
  createTRPCReact,
  type inferReactQueryProcedureOptions,
} from '@trpc/react-query'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import superjson from 'superjson'

import { createQueryClient } from '#client/lib/query-client.ts'
import type { AppRouter } from '#server/rpc/app-router.ts'
import { BASE_PATH } from '#shared/base.ts'

export type RouterInputs = inferRouterInputs<AppRouter>
export type RouterOutputs = inferRouterOutputs<AppRouter>
export type ProcedureOptions = inferReactQueryProcedureOptions<AppRouter>

/** Hooks for components: `trpc.kayit.list.useQuery(…)`. */
export const trpc = createTRPCReact<AppRouter>()

export const queryClient = createQueryClient()

export const trpcClient = trpc.createClient({
  links: [httpBatchLink({ url: `${BASE_PATH}/api/trpc`, transformer: superjson, maxItems: 10 })],
})

/** The same procedures outside components (loaders, session): `api.kayit.list.ensureData(…)`. */
export const api = createTRPCQueryUtils({ queryClient, client: trpcClient })
