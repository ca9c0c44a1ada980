import { lockCaller } from '#server/auth/enter.ts'
import { endOtherSessions } from '#server/auth/sessions.ts'
import { inTransaction, type UserCtx } from '#server/core/context.ts'
import { logEvent } from '#server/core/security-log.ts'
import { type NewLogin, SHOWN_LOGINS } from '#shared/auth/new-logins.ts'

import { deviceOf } from './device.ts'

/**
 * The last logins to the caller's account from new devices, the newest first: those that are news, and as many of all.
 * News is what came before the session began and has no answer yet: not the login that began it. A program is not asked.
 */
export async function listNewLogins({ db, actor }: UserCtx): Promise<{ news: NewLogin[]; all: NewLogin[] }> {
  const session = await db
    .selectFrom('sessions')
    .where('id', '=', actor.session.id)
    .where('kind', '=', 'web')
    .select('created_at')
    .executeTakeFirst()
  const own = db
    .selectFrom('new_login')
    .where('user_id', '=', actor.user)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN_LOGINS)
    .select(['id', 'at', 'address', 'user_agent', 'method'])
  const all = await own.execute()
  const news =
    session === undefined || all.length === 0
      ? []
      : await own.where('dismissed_at', 'is', null).where('at', '<', session.created_at).execute()
  return { news: news.map(shown), all: all.map(shown) }
}

/** 'Bendim': that login and all before it are no news any more. */
export async function dismissLogins(ctx: UserCtx, { id }: { id: number }): Promise<void> {
  await inTransaction(ctx, (trx) => answer(trx, id))
}

/** 'Ben değildim': the same, and every other session of the caller ends; the log warns. */
export async function reportLogins(ctx: UserCtx, { id }: { id: number }): Promise<void> {
  const ended = await inTransaction(ctx, async (trx) => {
    await lockCaller(trx)
    await answer(trx, id)
    return endOtherSessions(trx, ctx.actor.user, ctx.actor.session.id)
  })
  logEvent(ctx, 'unknown login reported', { ended })
}

const answer = async ({ db, actor, now }: UserCtx, id: number): Promise<void> => {
  await db
    .updateTable('new_login')
    .set({ dismissed_at: now })
    .where('user_id', '=', actor.user)
    .where('id', '<=', id)
    .where('dismissed_at', 'is', null)
    .execute()
}

const shown = ({
  at,
  user_agent,
  ...row
}: Omit<NewLogin, 'at' | 'device'> & { at: Date; user_agent: string }) => ({
  ...row,
  at: at.toISOString(),
  device: deviceOf(user_agent),
})
