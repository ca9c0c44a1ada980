import type { Ctx } from '#server/platform/core/context.ts'
import { pipelineReads } from '#server/platform/core/snapshot.ts'
import type { Replica } from '#server/platform/db/replica.ts'
import { positionOf } from '#server/platform/db/replica-state.ts'
import type { AppContext } from '#server/platform/http/app-env.ts'

import { asActor, authenticate, onlyToken } from './authenticate.ts'
import type { SessionHints } from './session-hints.ts'

export type Replicated = { actors: SessionHints; replica: Replica }

/**
 * The response to a reading call, prepared by `respond` on the replica; `null` when it has to be read from the primary.
 * The session is looked up on the primary first, so that its end counts at once, together with the position that the
 * replica must have reached: whatever was saved before, by whomever and on whichever instance, is in the response.
 */
export async function replicaResponse(
  c: AppContext,
  { actors, replica }: Replicated,
  respond: (admit: () => Promise<Ctx>) => Promise<Response>,
): Promise<Response | null> {
  const base = c.get('base')
  // Without an expected actor the session's use may have to be stored, or nobody is logged in.
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
