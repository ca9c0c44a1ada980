import { closeShop, inLogOfShop, recordAccessChange, storeShop } from '#server/auth/accounts.ts'
import { countPasskeys, removePasskeys } from '#server/auth/passkeys.ts'
import { makeLinkFor } from '#server/auth/reset-password.ts'
import { type AccountKind, invalid, saveAccount } from '#server/auth/save-account.ts'
import { factorSince, removeFactor } from '#server/auth/second-factor.ts'
import { endOtherSessions } from '#server/auth/sessions.ts'
import { clearAllAttempts } from '#server/auth/throttle.ts'
import { recordChange } from '#server/platform/core/changes.ts'
import {
  type Ctx,
  inTransaction,
  requireAdmin,
  requireConfirmedOrScript,
} from '#server/platform/core/context.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import { userProblem } from '#shared/admin/rules.ts'
import type { ResetLink, User, UserInput, UserListInput, UserPage, UserSort } from '#shared/admin/schema.ts'
import { fieldChanges } from '#shared/change/rules.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { AUTH_ADMIN, AUTH_USER } from '#shared/options.ts'
import { foldEmail, foldUserName, sortKey } from '#shared/turkish.ts'

import {
  USER_FIELDS,
  type UserFields,
  changeAsAdmin,
  findUsers,
  lockOwner,
  pageOfAccounts,
  requireStillAdmin,
  requireUser,
  userNotFound,
} from './queries.ts'

/** Returns one page of the users that match a search. Administrators only. */
export async function listUsers(ctx: Ctx, input: UserListInput): Promise<UserPage> {
  return pageOfUsers(await findUsers(requireAdmin(ctx)), input)
}

export const pageOfUsers = (users: readonly User[], input: UserListInput): UserPage =>
  pageOfAccounts(users, input, (user) => sortKeyOf(user, input.sort))

const TEXTS = new Set<UserSort>(['username', 'email', 'name_surname', 'company_name', 'license_type'])

/** Returns a number, or a text that sorts in Turkish order; a missing end date comes before all dates. */
function sortKeyOf(user: User, sort: UserSort): string | number {
  const value = user[sort] ?? ''
  return TEXTS.has(sort) ? sortKey(String(value)) : value
}

/** Returns one user. Administrators only. Throws NOT_FOUND. */
export async function getUser(ctx: Ctx, input: { id: number }): Promise<User> {
  return requireUser(requireAdmin(ctx), input.id)
}

/** Returns all users, the newest first. Administrators only. */
export async function listAllUsers(ctx: Ctx): Promise<User[]> {
  return findUsers(requireAdmin(ctx))
}

/** Stores or changes a user, as an administrator who has confirmed the password. Throws as `saveAccount` does. */
export async function saveUser(ctx: Ctx, input: UserInput): Promise<User & { created: boolean }> {
  const admin = requireConfirmedOrScript(requireAdmin(ctx))
  return { ...(await saveAccount(admin, OWNERS, input)), created: input.id === 0 }
}

const OWNERS: AccountKind<UserFields, User> = {
  operation: 'user',
  initial: {
    username: '',
    email: '',
    name_surname: '',
    company_name: '',
    company_tel: '',
    company_adress: '',
    license_type: '',
    license_end_date: null,
    auth: AUTH_USER,
  },
  validate: (fields, stored) => {
    const problem = userProblem(fields, stored)
    if (problem !== null) throw invalid(problem)
    return fields
  },
  namesOf: (_ctx, fields) => Promise.resolve(fields),
  lockCaller: requireStillAdmin,
  find: requireUser,
  lock: async (trx, id) => {
    const { version, suspended_at: _since, suspended_reason: _reason, ...fields } = await lockOwner(trx, id)
    return { version, fields }
  },
  insert: ({ db }, fields, made) => {
    const { owner, facts } = columnsOf(fields)
    return storeShop(db, { owner: { ...owner, ...made }, facts })
  },
  update: async ({ db, actor }, fields, { id, ...stored }) => {
    if (id === actor.user && fields.auth !== AUTH_ADMIN)
      throw invalid({ field: 'auth', message: messages.ownRoleKept })
    const { owner, facts } = columnsOf(fields)
    await db
      .updateTable('users')
      .set({ ...owner, ...stored })
      .where('id', '=', id)
      .execute()
    await db.updateTable('shops').set(facts).where('id', '=', id).execute()
  },
  rightsChange: (before, after) =>
    after.auth === before.auth
      ? null
      : { former: { former_auth: before.auth }, details: { roles: [before.auth, after.auth] } },
  changes: (before, after) => fieldChanges(USER_FIELDS, before, after),
  logOf: inLogOfShop,
}

/** Returns the columns of the owner and those of the shop. */
function columnsOf({ username, email, name_surname, auth, ...facts }: UserFields) {
  const keys = { username_key: foldUserName(username), email_key: foldEmail(email) }
  return { owner: { username, email, name_surname, auth, ...keys }, facts }
}

/** Ends a user's sessions except the caller's own. Administrators only, after their password. Throws NOT_FOUND. */
export async function endUserSessions(ctx: Ctx, { id }: { id: number }): Promise<{ ended: number }> {
  // A login locks the user's row while it is stored, so this waits for it.
  const ended = await changeAsAdmin(ctx, id, (trx) => endOtherSessions(trx, id, trx.actor.session.id))
  logEvent(ctx, 'sessions ended', { targetId: id, ended })
  return { ended }
}

/** Makes a link for a new password, valid once and for a day. Administrators only, after their password. Throws NOT_FOUND. */
export async function makeResetLink(ctx: Ctx, { id }: { id: number }): Promise<ResetLink> {
  const link = await changeAsAdmin(ctx, id, (trx, { username }) => makeLinkFor(trx, { id, username }))
  logEvent(ctx, 'reset link made', { targetId: id })
  return link
}

/**
 * Deletes a user and the shop's staff: sessions end, names and e-mail are free again, the shop's data stays (decisions:
 * deleting). Administrators only, after their password. Throws INVALID for the own account, NOT_FOUND.
 */
export async function deleteUser(ctx: Ctx, { id }: { id: number }): Promise<void> {
  const admin = requireConfirmedOrScript(requireAdmin(ctx))
  if (id === admin.actor.user) throw invalid({ field: 'id', message: messages.ownAccountKept })
  await inTransaction(admin, async (trx) => {
    await requireStillAdmin(trx)
    const title = await closeShop(trx, id)
    if (title === undefined) throw userNotFound()
    await recordChange(inLogOfShop(trx, id), { noun: 'user', id, verb: 'delete', title })
  })
  logEvent(admin, 'user deleted', { targetId: id })
}

/** Returns when the second factor was activated, ISO 8601, and the number of passkeys. Administrators only. Throws NOT_FOUND. */
export async function getUserFactor(ctx: Ctx, input: { id: number }) {
  const admin = requireAdmin(ctx)
  await requireUser(admin, input.id)
  const since = await factorSince(admin, input.id)
  return { since: since?.toISOString() ?? null, passkeys: await countPasskeys(admin, input.id) }
}

/**
 * Switches off the second factor of a user without telephone and recovery codes, and removes the passkeys. Administrators
 * only, after their password. Throws NOT_FOUND, and INVALID for the caller's own factor where it is required.
 */
export async function switchOffUserFactor(ctx: Ctx, { id }: { id: number }): Promise<void> {
  const { wasOn, passkeys } = await changeAsAdmin(ctx, id, async (trx, { username }) => {
    if (id === trx.actor.user && trx.adminFactorRequired === true)
      throw new AppError('INVALID', messages.factorMustStay)
    await clearAllAttempts(trx, foldUserName(username), ['code'])
    const about = { noun: 'user', id, title: username } as const
    const wasOn = await removeFactor(trx, id)
    if (wasOn) await recordChange(trx, { ...about, verb: 'factor-off' })
    const passkeys = await removePasskeys(trx, id)
    if (passkeys > 0) await recordChange(trx, { ...about, verb: 'passkey-remove' })
    if (wasOn || passkeys > 0) await recordAccessChange(trx, id, { by: trx.actor.user })
    return { wasOn, passkeys }
  })
  if (wasOn) logEvent(ctx, 'second factor off', { targetId: id })
  if (passkeys > 0) logEvent(ctx, 'passkey removed', { targetId: id, left: 0 })
}
