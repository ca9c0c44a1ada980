import { type EndedAccess, endAccess } from '#server/auth/end-access.ts'
import { lockCaller } from '#server/auth/enter.ts'
import { countPasskeys } from '#server/auth/passkeys.ts'
import { recordChange } from '#server/core/changes.ts'
import { inTransaction, requireConfirmed, type UserCtx } from '#server/core/context.ts'
import { logEvent } from '#server/core/security-log.ts'
import { type LoginReport, type NewLogin, SHOWN_LOGINS } from '#shared/auth/new-logins.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

import { deviceOf } from './device.ts'
import { lastPasskeyKept } from './passkeys.ts'
import { reportedAccounts } from './reported-accounts.ts'

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
 * 'Ben değildim': the same, and ends every other access of the caller, with links for a password, and passkeys and
 * recovery codes made since the login. Returns the numbers and the accounts made or changed since. Throws UNCONFIRMED,
 * always for a session of login.php.
 */
export async function reportLogins(ctx: UserCtx, { id }: { id: number }): Promise<LoginReport> {
  const { actor } = requireConfirmed(ctx)
  const report = await inTransaction(ctx, async (trx) => {
    await lockCaller(trx)
    const answered = (await answer(trx, id)).map(({ at }) => at)
    const since = answered.sort((one, other) => one.getTime() - other.getTime())[0] ?? null
    const madeBefore = since ?? ctx.now
    const passkey = await lastPasskeyKept(trx, madeBefore)
    const remaining = { session: actor.session.id, madeBefore, passkey }
    const ended = await endAccess(trx, actor.user, remaining)
    await recordEnded(trx, ended)
    const accounts = since === null ? [] : await reportedAccounts(trx, since)
    return { since, ended, passkey, accounts, left: await countPasskeys(trx, actor.user) }
  })
  const { since, ended, passkey, accounts, left } = report
  logEvent(ctx, 'unknown login reported', { ended: ended.sessions })
  if (ended.passkeys > 0) logEvent(ctx, 'passkey removed', { targetId: actor.user, left })
  return {
    since: since?.toISOString() ?? null,
    ended,
    is_passkey_kept: passkey !== undefined,
    accounts: accounts.map(({ shop: _shop, ...account }) => account),
  }
}

async function recordEnded(trx: UserCtx, { passkeys, recovery_codes: codes }: EndedAccess): Promise<void> {
  const about = { noun: 'user', id: trx.actor.user, title: trx.actor.username } as const
  if (passkeys > 0) await recordChange(trx, { ...about, verb: 'passkey-remove' })
  if (codes > 0) await recordChange(trx, { ...about, verb: 'recovery-codes' })
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
