import { lockCaller } from '#server/auth/enter.ts'
import { countPasskeys } from '#server/auth/passkeys.ts'
import { forgetOtherPlaces } from '#server/auth/places.ts'
import { endOtherSessions } from '#server/auth/sessions.ts'
import { inTransaction, type UserCtx } from '#server/core/context.ts'
import { logEvent } from '#server/core/security-log.ts'
import { type NewLogin, SHOWN_LOGINS } from '#shared/auth/new-logins.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

import { deviceOf } from './device.ts'
import { removePasskeysSince } from './passkeys.ts'

/**
 * The last logins to the caller's account from new devices, the newest first: those that are news, and as many of all.
 * News is what came before the session began and has no answer yet: not the login that began it. A program is not asked.
 */
export async function listNewLogins({ db, actor }: UserCtx): Promise<{ news: NewLogin[]; all: NewLogin[] }> {
  const session = await ownSession({ db, actor }).executeTakeFirst()
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

/**
 * 'Bendim': that login and all before it are no news any more. What began since the session did stays: nobody answers
 * for their own login. Throws FORBIDDEN for a program.
 */
export async function dismissLogins(ctx: UserCtx, { id }: { id: number }): Promise<void> {
  requirePage(ctx)
  await inTransaction(ctx, (trx) => answer(trx, id))
}

/**
 * 'Ben değildim': the same, and what whoever logged in may come back with ends: every other session of the caller, every
 * other known place, and the passkeys that were added since; the log warns. Throws FORBIDDEN for a program.
 */
export async function reportLogins(ctx: UserCtx, { id }: { id: number }): Promise<void> {
  requirePage(ctx)
  const { user, session } = ctx.actor
  const { ended, removed, left } = await inTransaction(ctx, async (trx) => {
    await lockCaller(trx)
    const [first] = (await answer(trx, id)).toSorted((one, other) => one.at.getTime() - other.at.getTime())
    await forgetOtherPlaces(trx, user)
    return {
      ended: await endOtherSessions(trx, user, session.id),
      removed: first === undefined ? 0 : await removePasskeysSince(trx, first.at),
      left: await countPasskeys(trx, user),
    }
  })
  logEvent(ctx, 'unknown login reported', { ended })
  if (removed > 0) logEvent(ctx, 'passkey removed', { targetId: user, left })
}

/** A token that stands in links to PDFs must not answer for its user. */
function requirePage({ actor }: UserCtx): void {
  if (actor.session.kind === 'legacy') throw new AppError('FORBIDDEN', messages.forbidden)
}

const ownSession = ({ db, actor }: Pick<UserCtx, 'db' | 'actor'>) =>
  db.selectFrom('sessions').where('id', '=', actor.session.id).where('kind', '=', 'web').select('created_at')

const answer = (ctx: UserCtx, id: number) =>
  ctx.db
    .updateTable('new_login')
    .set({ dismissed_at: ctx.now })
    .where('user_id', '=', ctx.actor.user)
    .where('id', '<=', id)
    .where('at', '<', ownSession(ctx))
    .where('dismissed_at', 'is', null)
    .returning('at')
    .execute()

const shown = ({
  at,
  user_agent,
  ...row
}: Omit<NewLogin, 'at' | 'device'> & { at: Date; user_agent: string }) => ({
  ...row,
  at: at.toISOString(),
  device: deviceOf(user_agent),
})
