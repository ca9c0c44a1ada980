import { randomBytes } from 'node:crypto'

import { closeAccount, closeShop, endAccess, inLogOfShop, NO_ACCESS } from '#server/auth/accounts.ts'
import { lockCaller } from '#server/auth/enter.ts'
import { hashPassword } from '#server/auth/password-hash.ts'
import { recordChange } from '#server/platform/core/changes.ts'
import { inTransaction, requireConfirmed, type UserCtx } from '#server/platform/core/context.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import { scopeToAllShops } from '#server/platform/db/shop-scope.ts'
import type { EndReportedInput, ReportedAccount } from '#shared/auth/new-logins.ts'
import { fieldChanges } from '#shared/change/rules.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import type { UserRole } from '#shared/staff/rights.ts'

type Account = ReportedAccount & { shop: number; traces: Trace[] }

/** Returns the accounts, by id, that the caller has made or given access to since then, also through other accounts. */
export async function reportedAccounts(ctx: UserCtx, since: Date): Promise<Account[]> {
  const { db, actor } = ctx
  const isAdmin = actor.auth === AUTH_ADMIN
  if (!isAdmin && !actor.rights.includes('staff')) return []
  const traces = Map.groupBy(await traceAccess(ctx, { user: actor.user, since }), ({ account }) => account)
  const open = [...traces]
    .filter(([, all]) => all.some(({ ended_at }) => ended_at === null))
    .map(([id]) => id)
  if (open.length === 0) return []
  let accounts = db.selectFrom('users').where('id', 'in', open).where('deleted_at', 'is', null)
  // Staff are the owner's business, other accounts an administrator's.
  if (!isAdmin) accounts = accounts.where('shop_id', '=', actor.shop)
  const rows = await accounts
    .orderBy('id')
    .select(['id', 'shop_id as shop', 'username', 'name_surname', 'auth'])
    .execute()
  return rows.map(({ auth, ...row }) => {
    const own = traces.get(row.id) ?? []
    return { ...row, traces: own, is_new: own.some(({ isNew }) => isNew), is_admin: auth === AUTH_ADMIN }
  })
}

export const reportedView = ({ shop: _shop, traces: _traces, ...account }: Account): ReportedAccount =>
  account

/**
 * Ends the access to reported accounts: closes new ones; ends sessions, links and passkeys of changed ones, takes back
 * their rights and makes their passwords invalid. Ignores ids that are not reported. Throws UNCONFIRMED.
 */
export async function endReported(ctx: UserCtx, { ids, since }: EndReportedInput) {
  const caller = requireConfirmed(ctx)
  const password_hash = await hashPassword(randomBytes(32).toString('base64'))
  const isAdmin = caller.actor.auth === AUTH_ADMIN
  const scoped = isAdmin ? { ...caller, db: scopeToAllShops(caller.db) } : caller
  const done = await inTransaction(scoped, async (trx) => {
    const { auth } = await lockCaller(trx)
    const actor = { ...trx.actor, auth }
    const reported = await reportedAccounts({ ...trx, actor }, new Date(since))
    const chosen = reported.filter(({ id }) => ids.includes(id))
    const results = []
    for (const account of chosen)
      results.push({
        ...account,
        roles: account.is_new ? await close(trx, account) : await shutOut(trx, account, password_hash),
      })
    return results
  })
  for (const { id, is_new, roles } of done) {
    logEvent(caller, is_new ? 'user deleted' : 'sessions ended', { targetId: id })
    if (roles !== undefined) logEvent(caller, 'user changed', { targetId: id, passwordChanged: true, roles })
  }
  const closed = done.filter(({ is_new }) => is_new).length
  return { closed, ended: done.length - closed }
}

type Roles = [before: number, after: number] | undefined

async function close(trx: UserCtx, account: Account): Promise<undefined> {
  const { id, shop } = account
  const title = await (id === shop ? closeShop(trx, id) : closeAccount(trx, { shop, user: id }))
  // Staff may have been closed with their shop.
  if (title !== undefined)
    await recordChange(inLogOfShop(trx, shop), { noun: 'user', id, verb: 'delete', title })
}

const RIGHTS = ['auth', 'role', 'sees_figures'] as const

/** Shuts an account; returns the roles before and after, if an administrator's role was taken back. */
async function shutOut(trx: UserCtx, account: Account, password_hash: string): Promise<Roles> {
  const { id, username: title, traces } = account
  const before = await trx.db
    .selectFrom('users')
    .where('id', '=', id)
    .select([...RIGHTS, 'version'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const after = withoutGained(before, traces)
  const fields = fieldChanges(RIGHTS, before, after)
  // A form that is open shows the old rights, and must not store them again.
  const version = before.version + (fields.length > 0 ? 1 : 0)
  await trx.db
    .updateTable('users')
    .set({ ...after, version, password_hash, access_changed_by: null, access_changed_at: null })
    .where('id', '=', id)
    .execute()
  await trx.db
    .updateTable('access_change')
    .set({ ended_at: trx.now })
    .where('user_id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
  await endAccess(trx, id, NO_ACCESS)
  const log = inLogOfShop(trx, account.shop)
  if (fields.length > 0)
    await recordChange(log, { noun: 'user', id, verb: 'update', title, detail: { fields } })
  await recordChange(log, { noun: 'user', id, verb: 'password', title })
  return after.auth === before.auth ? undefined : [before.auth, after.auth]
}

type Rights = { auth: number; role: UserRole; sees_figures: boolean }

/** Takes back the rights that an account gained, but does not return lost ones: another user may have removed these. */
function withoutGained({ auth, role, sees_figures }: Rights, traces: readonly Trace[]): Rights {
  const all = traces.filter(({ ended_at }) => ended_at === null)
  const wasMechanic = all.some((former) => former.role === 'mechanic')
  return {
    auth: Math.min(auth, ...all.map((former) => former.auth ?? auth)),
    role: wasMechanic ? 'mechanic' : role,
    sees_figures: sees_figures && !wasMechanic && !all.some((former) => former.sees_figures === false),
  }
}

type Trace = Awaited<ReturnType<typeof tracesOf>>[number]

/**
 * Returns the accounts that a user has made or changed since that moment, and those that they made or changed after
 * that, closed accounts included: an intruder may go on through any of them.
 */
async function traceAccess(
  { db }: Pick<UserCtx, 'db'>,
  { user, since }: { user: number; since: Date },
): Promise<Trace[]> {
  const reached = new Map([[user, since]])
  const traces = new Map<number, Trace[]>()
  // The loop also visits accounts that it adds, and once more those that it finds to be reached earlier.
  for (const [maker, from] of reached) {
    const found = await tracesOf(db, maker, from)
    traces.set(maker, found)
    for (const { account, at } of found) {
      const known = reached.get(account)
      if (known !== undefined && known <= at) continue
      reached.delete(account)
      reached.set(account, at)
    }
  }
  return [...traces.values()].flat().filter(({ account }) => account !== user)
}

/**
 * The accounts that `maker` has made or changed, with their rights before, where these were changed; `ended_at`: since when
 * 'Ben değildim' has ended their accesses.
 */
async function tracesOf(db: UserCtx['db'], maker: number, since: Date) {
  const made = await db
    .selectFrom('users')
    .where('created_by', '=', maker)
    .where('created_at', '>=', since)
    .select(['id as account', 'created_at as at'])
    .execute()
  const changed = await db
    .selectFrom('access_change')
    .where('made_by', '=', maker)
    .where('at', '>=', since)
    .orderBy('at')
    .orderBy('id')
    .select(['user_id as account', 'at', 'ended_at'])
    .select(['former_auth as auth', 'former_role as role', 'former_sees_figures as sees_figures'])
    .execute()
  // The last change of each account, as versions before `access_change` stored it.
  const marked = await db
    .selectFrom('users')
    .where('access_changed_by', '=', maker)
    .where('access_changed_at', '>=', since)
    .select(['id as account', 'access_changed_at as at'])
    .$narrowType<{ at: Date }>()
    .execute()
  const unchanged = { isNew: false, ended_at: null, auth: null, role: null, sees_figures: null }
  return [
    ...made.map((row) => ({ ...unchanged, ...row, isNew: true })),
    ...changed.map((row) => ({ ...row, isNew: false })),
    ...marked.map((row) => ({ ...unchanged, ...row })),
  ]
}
