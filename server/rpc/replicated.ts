import type { AnyTRPCProcedure } from '@trpc/server'

import { appRouter } from './app-router.ts'
import type { RpcMeta } from './trpc.ts'

const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>)

/** The procedures that a replica may serve. */
const REPLICATED: ReadonlySet<string> = new Set(
  procedures.filter(([, { _def }]) => (_def.meta as RpcMeta | undefined)?.isReplicated).map(([name]) => name),
)

/** Whether the names of a request's calls, with commas between them, are all of procedures that a replica may serve. */
export const namesOnlyReplicated = (names = ''): boolean =>
  names.split(',').every((name) => REPLICATED.has(name))
