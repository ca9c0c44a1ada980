import type { Ctx } from '#server/platform/core/context.ts'
import { pipelineReads } from '#server/platform/core/snapshot.ts'
import type { Replica } from '#server/platform/db/replica.ts'
import { positionOf } from '#server/platform/db/replica-state.ts'
import type { AppContext } from '#server/platform/http/app-env.ts'

import { asActor, authenticate, onlyToken } from './authenticate.ts'
import type { SessionHints } from './session-hints.ts'

export type Replicated = { actors: SessionHints; replica: Replica }

/**
 * Returns the response to a reading call, which `respond` prepares on the replica; `null` when the primary must be read.
 * The primary looks the session up first, so that a logout counts at once, and gives the position that the replica must
 * have reached: everything saved before, on any instance, is in the response.
 */
export async function replicaResponse(
  c: AppContext,
  { actors, replica }: Replicated,
  respond: (authorize: () => Promise<Ctx>) => Promise<Response>,
): Promise<Response | null> {
  const base = c.get('base')
  // Without a hint the session's use may have to be stored, or the caller is anonymous.
  if (c.req.method !== 'GET' || actors.of(onlyToken(c), base.now) === null || !replica.isOpen()) return null
  try {
    const [ctx, position] = await pipelineReads(base.db, (db) =>
      Promise.all([authenticate(c, undefined, { db }), positionOf(db).catch(() => null)]),
    )
    const { actor } = ctx
    if (actor === null || position === null) return null
    return await replica.read(position, (db) =>
      respond(() => Promise.resolve(asActor({ ...base, db }, actor))),
    )
  } catch (error) {
    // The usual way would wait for the primary as long again.
    return respond(() => Promise.reject(error))
  }
}
