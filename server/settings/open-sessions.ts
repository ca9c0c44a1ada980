import { inTransaction, type UserCtx } from '#server/platform/core/context.ts'
import { isIdle } from '#server/auth/idle.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { OpenSession } from '#shared/settings/schema.ts'

import { deviceOf } from './device.ts'

/** The caller's sessions that are valid, the last used first; without their tokens. */
export async function listSessions({ db, actor, now }: UserCtx): Promise<OpenSession[]> {
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('shops', (join) => join.on('shops.id', '=', actor.shop))
    .where('s.user_id', '=', actor.user)
    .where('s.expires_at', '>', now)
    .orderBy('s.last_seen_at', 'desc')
    .orderBy('s.id', 'desc')
    .select(['s.id', 's.kind', 's.user_agent', 's.created_at', 's.last_seen_at', 's.expires_at'])
    .select('shops.idle_minutes')
    .execute()
  const valid = rows.filter((row) => !isIdle(row, now))
  return valid.map((row) => ({
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
export async function endOwnSession(ctx: UserCtx, input: { id: number }): Promise<void> {
  const ended = await inTransaction(ctx, ({ db, actor, now }) =>
    db
      .deleteFrom('sessions')
      .where('user_id', '=', actor.user)
      .where('id', '=', input.id)
      .where('expires_at', '>', now)
      .returning('id')
      .executeTakeFirst(),
  )
  if (ended === undefined) throw new AppError('NOT_FOUND', messages.sessionNotFound)
  logEvent(ctx, 'sessions ended', { targetId: ctx.actor.user, ended: 1 })
}
