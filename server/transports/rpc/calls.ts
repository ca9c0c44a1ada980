import type { AnyTRPCProcedure } from '@trpc/server'

import { appRouter } from './app-router.ts'
import { READS, type RpcMeta } from './trpc.ts'

const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>)

/** The declarations of the procedures by full name. */
export const PROCEDURE_META: ReadonlyMap<string, RpcMeta> = new Map(
  procedures.map(([name, { _def }]) => [name, _def.meta as RpcMeta]),
)

const types = new Map(procedures.map(([name, { _def }]) => [name, _def.type]))

/** Returns whether the procedure is a query or a mutation, `undefined` for a name that no procedure has. */
export const typeOf = (name: string): AnyTRPCProcedure['_def']['type'] | undefined => types.get(name)

/** Returns the declaration of a call. tRPC refuses a name that no procedure has. */
export const metaOf = (name: string): RpcMeta => PROCEDURE_META.get(name) ?? READS

/**
 * Returns the declarations of a request's calls, before tRPC reads it. `names` is its decoded path below the endpoint,
 * with commas between the calls; tRPC also strips slashes around it.
 */
export const callsIn = (names: string): RpcMeta[] =>
  names
    .replaceAll(/^\/+|\/+$/g, '')
    .split(',')
    .map(metaOf)
