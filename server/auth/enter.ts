import {
  type ActorIds,
  type BaseCtx,
  type Ctx,
  inTransaction,
  requireConfirmed,
  type UserCtx,
} from '#server/platform/core/context.ts'
import { logoUrl } from '#server/platform/core/logo-url.ts'
import { compiled } from '#server/platform/db/compiled.ts'
import { scopeToShop } from '#server/platform/db/shop-scope.ts'
import type { LoginMethod } from '#shared/auth/new-logins.ts'
import type { LoginStep, SessionUser } from '#shared/auth/schema.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { readPreferences } from '#shared/settings/preferences.ts'
import { rightsOf } from '#shared/staff/rights.ts'

import { isNoticeDue } from './consent.ts'
import { recordLogin, storeKnownAddress, storeKnownBrowser } from './known-places.ts'
import { CONSENT_STEP, type PendingKind, createSession, endSession, findPendingLogin } from './sessions.ts'
import { SUSPENSION_REASON } from './suspension.ts'

/** `browser` is the new token that identifies the browser at later logins. */
export type ActiveLogin = Awaited<ReturnType<typeof activeAnswer>>
export type LoginResult = ActiveLogin | LoginStep

/** Locks the user's row, so that starts and ends of sessions wait. Returns `undefined` for a closed account or shop. */
export async function lockUser({ db }: BaseCtx, user: number) {
  const row = await db
    .selectFrom('users')
    .select(['shop_id', 'password_hash', 'auth'])
    .where('id', '=', user)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { shop_id: shop, ...locked } = row
  // Read after the lock, because a change of the factor holds it too.
  const found = await db
    .selectFrom('shops')
    .leftJoin('second_factors as f', (join) => join.on('f.user_id', '=', user))
    .where('shops.id', '=', shop)
    .where('shops.closed_at', 'is', null)
    .select([SUSPENSION_REASON, 'f.activated_at as factorAt'])
    .executeTakeFirst()
  if (found === undefined) return undefined
  return { ...locked, ...found, ids: { shop, user } }
}

/** `factorAt`: when the second factor was activated; `suspensionReason`: why the shop is suspended, `null` if it is not. */
export type LockedUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>

/** Locks the caller's row and checks the session again: it may have ended during the wait. Throws UNAUTHENTICATED. */
export async function lockCaller(ctx: UserCtx): Promise<LockedUser> {
  const user = await lockUser(ctx, ctx.actor.user)
  if (user === undefined) throw new AppError('UNAUTHENTICATED', messages.unauthenticated)
  await ctx.recheckSession?.(ctx.db)
  return user
}

/** Runs a change of the caller's account, after the password, with the user's row locked. Throws UNCONFIRMED, UNAUTHENTICATED. */
export async function changeOwnAccount<T>(
  ctx: UserCtx,
  change: (trx: UserCtx, user: LockedUser) => Promise<T>,
): Promise<T> {
  return inTransaction(requireConfirmed(ctx), async (trx) => change(trx, await lockCaller(trx)))
}

type NewSession = { ids: ActorIds; remember: boolean; confirmedAt?: Date | null; method?: LoginMethod }
type EnteredPage = { kind: 'web'; ids: ActorIds; remember: boolean; token: string; browser: string }
type Begun<K extends PendingKind> = { kind: K; pending: string; passkey?: LoginStep['passkey'] }

export async function beginStep<K extends PendingKind>(
  trx: Ctx,
  kind: K,
  { ids, ...session }: NewSession,
): Promise<Begun<K>> {
  return { kind, pending: await createSession(trx, { ...session, userId: ids.user, kind }) }
}

/** Ends a login after all factors: with the notice, if it has to be accepted first, otherwise with a page's session. */
export async function finishLogin(
  trx: Ctx,
  { consentGiven, ...session }: NewSession & { consentGiven: boolean },
): Promise<EnteredPage | Begun<typeof CONSENT_STEP>> {
  const isAsked = !consentGiven || (await isNoticeDue(trx, session.ids))
  return isAsked ? beginStep(trx, CONSENT_STEP, session) : enterPage(trx, session)
}

/** Starts the page's session, ends the one that it replaces, records the login, stores the known places. */
export async function enterPage(trx: Ctx, { ids, ...session }: NewSession): Promise<EnteredPage> {
  const { user: userId } = ids
  await endReplacedSession(trx)
  await recordLogin(trx, ids, session.method ?? 'password')
  await storeKnownAddress(trx, userId)
  const { token: browser, since: browserSince } = await storeKnownBrowser(trx, userId)
  const token = await createSession(trx, { ...session, userId, kind: 'web', browserSince })
  return { kind: 'web', ids, remember: session.remember, browser, token }
}

/** Ends the session in the browser's cookie, which is about to be replaced by a new one. */
export async function endReplacedSession(ctx: Ctx): Promise<void> {
  const session = ctx.actor?.session
  if (session?.kind === 'web') await endSession(ctx, session.id)
}

/** Removes a valid pending session and returns it; of two concurrent calls only one gets it. */
export async function takePendingLogin(ctx: BaseCtx, token: string, kind: PendingKind) {
  const found = await findPendingLogin(ctx, token, kind)
  // Locks the user's row first, as everywhere: another order could deadlock with a password change.
  if (found === undefined) return null
  const user = await lockUser(ctx, found.ids.user)
  if (user === undefined) return null
  const removed = await ctx.db
    .deleteFrom('sessions')
    .where('id', '=', found.id)
    .returning(['remember', 'confirmed_at as confirmedAt', 'method'])
    .executeTakeFirst()
  return removed === undefined ? null : { ...removed, ids: user.ids, suspensionReason: user.suspensionReason }
}

export const loginResult = async (ctx: Ctx, opened: EnteredPage | Begun<PendingKind>): Promise<LoginResult> =>
  opened.kind === 'web'
    ? activeAnswer(ctx, opened)
    : {
        status: opened.kind === CONSENT_STEP ? 'consent' : opened.kind,
        pending: opened.pending,
        ...(opened.passkey !== undefined && { passkey: opened.passkey }),
      }

export async function activeAnswer(ctx: Ctx, { ids, token, browser, remember }: EnteredPage) {
  const user = await readSessionUser(ctx, ids)
  return { status: 'active' as const, token, browser, remember, user }
}

const sessionUserQuery = compiled((db, { shop, user }: ActorIds) =>
  db
    .selectFrom('users as u')
    .innerJoin('shops as s', (join) => join.on('s.id', '=', shop))
    .leftJoin('logo', 'logo.shop_id', 's.id')
    .select(['u.id', 'u.username', 'u.name_surname', 'u.auth', 'u.role', 'u.sees_figures', 'u.preferences'])
    .select(['s.company_name', 's.company_tel', 's.company_adress', 's.output_format'])
    .select(['s.license_type', 's.license_end_date', 's.prices_with_vat', 's.idle_minutes'])
    .select('logo.created_at as logo_at')
    .where('u.id', '=', user),
)

/** Returns the user with the shop's company, logo, choices and licence. */
export async function readSessionUser(ctx: BaseCtx, { shop, user }: ActorIds): Promise<SessionUser> {
  // During a login the request's session does not name the user's shop yet.
  const [row] = await sessionUserQuery(scopeToShop(ctx.db, shop), { shop, user })
  if (row === undefined) throw new Error('The user of a session is missing.')
  const { logo_at, preferences, role, sees_figures, ...found } = row
  return {
    ...found,
    // The specification greets the owner with the user name.
    name_surname: user === shop ? '' : found.name_surname,
    rights: rightsOf({ role, sees_figures }),
    logo_url: logoUrl({ shop_id: shop, logo_at }),
    preferences: readPreferences(preferences),
  }
}
