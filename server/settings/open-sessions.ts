import type { UserCtx } from '#server/core/context.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { OpenSession } from '#shared/settings/schema.ts'

import { deviceOf } from './device.ts'

/** The caller's sessions that have not expired, the last used first; without their tokens. */
export async function listSessions({ db, actor, now }: UserCtx): Promise<OpenSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .where('user_id', '=', actor.user)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .select(['id', 'kind', 'user_agent', 'created_at', 'last_seen_at', 'expires_at'])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    device: deviceOf(row.user_agent),
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    current: row.id === actor.session.id,
  }))
}

/** Ends one of the caller's sessions immediately. Throws NOT_FOUND, also for another user's. */
export async function endOwnSession({ db, actor, now }: UserCtx, input: { id: number }): Promise<void> {
  const ended = await db
    .deleteFrom('sessions')
    .where('user_id', '=', actor.user)
    .where('id', '=', input.id)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  if (ended === undefined) throw new AppError('NOT_FOUND', messages.sessionNotFound)
}
