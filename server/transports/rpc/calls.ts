import type { AnyTRPCProcedure } from '@trpc/server'

import { appRouter } from './app-router.ts'
import { READS, type RpcMeta } from './trpc.ts'

const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>)

/** The declaration of each procedure, by its full name. */
export const PROCEDURE_META: ReadonlyMap<string, RpcMeta> = new Map(
  procedures.map(([name, { _def }]) => [name, _def.meta as RpcMeta]),
)

const types = new Map(procedures.map(([name, { _def }]) => [name, _def.type]))

/** Returns whether the procedure is a query or a mutation, `undefined` for a name that no procedure has. */
export const typeOf = (name: string): AnyTRPCProcedure['_def']['type'] | undefined => types.get(name)

/** What a call declares. A name that no procedure has is refused by tRPC. */
export const metaOf = (name: string): RpcMeta => PROCEDURE_META.get(name) ?? READS

/**
 * What the calls of a request declare, before tRPC has read it: `names` is its path below the endpoint, decoded, with
 * commas between the calls. tRPC takes slashes around it away.
 */
export const callsIn = (names: string): RpcMeta[] =>
  names
    .replaceAll(/^\/+|\/+$/g, '')
    .split(',')
    .map(metaOf)
