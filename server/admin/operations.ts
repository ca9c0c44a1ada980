import { markAccess } from '#server/auth/access-mark.ts'
import { closeShop } from '#server/auth/close-account.ts'
import { AFTER_NEW_PASSWORD, endAccess } from '#server/auth/end-access.ts'
import { newPasswordProblem } from '#server/auth/new-password.ts'
import { hashPassword } from '#server/auth/password-hash.ts'
import { endOtherSessions } from '#server/auth/sessions.ts'
import { storeShop } from '#server/auth/store-shop.ts'
import { recordChange } from '#server/platform/core/changes.ts'
import { fieldChanges } from '#shared/change/rules.ts'
import {
  type Ctx,
  type UserCtx,
  inTransaction,
  requireAdmin,
  requireConfirmed,
  requireConfirmedOrScript,
} from '#server/platform/core/context.ts'
import { idempotentCreate, idempotentUpdate } from '#server/platform/core/idempotency.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import { requireVersion } from '#server/platform/core/version.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'
import { userPasswordProblem, userProblem } from '#shared/admin/rules.ts'
import type { User, UserInput, UserListInput, UserPage } from '#shared/admin/schema.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { AUTH_ADMIN, AUTH_USER } from '#shared/options.ts'
import { foldEmail, foldUserName } from '#shared/turkish.ts'

import {
  USER_FIELDS,
  type UserFields,
  findUsers,
  lockUser,
  requireStillAdmin,
  requireUser,
  userNotFound,
} from './queries.ts'
import { inShopOf } from './shop.ts'
import { pageOfUsers } from './user-list.ts'

const KEY_OPERATION = 'user'

/** What a save stored; `created` where a new user was asked for, on a retry of it too. */
export type SavedUser = User & { created: boolean }

/** One page of all users under a search, in an order. Administrators only. */
export async function listUsers(ctx: Ctx, input: UserListInput): Promise<UserPage> {
  const admin = requireAdmin(ctx)
  return pageOfUsers(await findUsers(admin), input)
}

/** One user as it is now. Administrators only. Throws NOT_FOUND. */
export async function getUser(ctx: Ctx, input: { id: number }): Promise<User> {
  return requireUser(requireAdmin(ctx), input.id)
}

/** All users, the newest first. Administrators only. */
export async function listAllUsers(ctx: Ctx): Promise<User[]> {
  return findUsers(requireAdmin(ctx))
}

/**
 * Stores a new user, or changes one; a changed password or role ends that user's sessions. Administrators only, after
 * their password. Throws INVALID with the field (a name or e-mail that is taken too), NOT_FOUND, or CONFLICT where the user has
 * changed since `version`.
 */
export async function saveUser(ctx: Ctx, input: UserInput): Promise<SavedUser> {
  const admin = requireConfirmedOrScript(requireAdmin(ctx))
  const { new_password, key, id, version, ...sent } = input
  const isNew = id === 0
  const fields = withoutGaps(sent)
  const problem =
    (isNew ? userProblem({ ...NEW_USER, ...fields }, null) : null) ??
    userPasswordProblem(new_password, { isNew })
  if (problem !== null) throw invalid(problem)
  if (new_password !== '') {
    const names = { ...NEW_USER, ...(isNew ? {} : await requireUser(admin, id)), ...fields }
    const message = newPasswordProblem(new_password, names)
    if (message !== null) throw invalid({ field: 'new_password', message })
  }
  // Before the transaction: a hash takes long, and the rows stay unlocked meanwhile.
  const password_hash = new_password === '' ? undefined : await hashPassword(new_password)
  const change = { fields, password_hash }
  try {
    let stored: Saved | undefined
    const saved = await inTransaction(admin, async (trx) => {
      if (isNew) {
        stored = await createUser(trx, change, key)
        return requireUser(trx, stored.id)
      }
      // No fingerprint is stored of a password, so two changes that differ only in it would look the same.
      const once = { operation: KEY_OPERATION, key: new_password === '' ? key : undefined, input }
      stored = await idempotentUpdate<Saved>(trx, once, {
        change: () => changeUser(trx, change, { id, version }),
        repeat: async (left) => left,
      })
      return requireUser(trx, id)
    })
    logSaved(admin, stored)
    return { ...saved, created: isNew }
  } catch (error) {
    if (isUniqueViolation(error, 'username_key'))
      throw invalid({ field: 'username', message: messages.usernameTaken })
    if (isUniqueViolation(error, 'email_key')) throw invalid({ field: 'email', message: messages.emailTaken })
    throw error
  }
}

/** A repeated call changed nothing. */
function logSaved(admin: UserCtx, stored: Saved | undefined): void {
  if (stored?.created === true) logEvent(admin, 'user created', { targetId: stored.id })
  if (stored?.changed !== undefined)
    logEvent(admin, 'user changed', { targetId: stored.id, ...stored.changed })
}

const invalid = ({ field, message }: { field: string; message: string }) =>
  new AppError('INVALID', message, { field })

/**
 * Ends every session of a user, one's own but the current one, and returns how many: a phone was lost, or somebody has
 * left. Administrators only, after their password. Throws NOT_FOUND.
 */
export async function endUserSessions(ctx: Ctx, input: { id: number }): Promise<{ ended: number }> {
  const admin = requireConfirmed(requireAdmin(ctx))
  const ended = await inTransaction(admin, async (trx) => {
    await requireStillAdmin(trx)
    // A login that is about to be stored holds it.
    await lockUser(trx, input.id)
    const isOwn = input.id === admin.actor.user
    return endOtherSessions(trx, input.id, isOwn ? admin.actor.session.id : null)
  })
  logEvent(admin, 'sessions ended', { targetId: input.id, ended })
  return { ended }
}

/** The fields that were sent. */
function withoutGaps(sent: { [Field in keyof UserFields]?: UserFields[Field] | undefined }) {
  const given = Object.entries(sent).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Partial<UserFields>
}

type Change = { fields: Partial<UserFields>; password_hash: string | undefined }
/** What a save left, and what it did. */
type Saved = {
  id: number
  version: number
  created?: true
  changed?: { passwordChanged: boolean; roles?: [before: number, after: number] }
}

async function createUser(ctx: UserCtx, change: Change, key: string | undefined): Promise<Saved> {
  await requireStillAdmin(ctx)
  return idempotentCreate<Saved>(
    ctx,
    { operation: KEY_OPERATION, key },
    {
      create: () => insertUser(ctx, change),
      change: ({ id, version }) => changeUser(ctx, change, { id, version }),
    },
  )
}

async function insertUser(ctx: UserCtx, change: Change): Promise<Saved> {
  const { password_hash } = change
  if (password_hash === undefined) throw new Error('a new user without a password')
  const { owner, facts } = apart(validateUser({ ...NEW_USER, ...change.fields }, null))
  const made = { password_hash, created_at: ctx.now, created_by: ctx.actor.user }
  const stored = await storeShop(ctx.db, { owner: { ...owner, ...made }, facts })
  const title = change.fields.username ?? ''
  await recordChange(inShopOf(ctx, stored.id), { noun: 'user', id: stored.id, verb: 'create', title })
  return { ...stored, created: true }
}

async function changeUser(
  ctx: UserCtx,
  { fields, password_hash }: Change,
  { id, version: expected }: { id: number; version: number | undefined },
): Promise<Saved> {
  await requireStillAdmin(ctx)
  const { version, suspended_at: _since, suspended_reason: _reason, ...before } = await lockUser(ctx, id)
  requireVersion(version, expected)
  const after = validateUser({ ...before, ...fields }, before)
  const isSelf = id === ctx.actor.user
  if (isSelf && after.auth !== AUTH_ADMIN) throw invalid({ field: 'auth', message: messages.ownRoleKept })
  const [passwordChanged, roleChanged] = [password_hash !== undefined, after.auth !== before.auth]
  const { owner, facts } = apart(after)
  await ctx.db
    .updateTable('users')
    .set({ ...owner, version: version + 1, ...(passwordChanged && { password_hash }) })
    .where('id', '=', id)
    .execute()
  await ctx.db.updateTable('shops').set(facts).where('id', '=', id).execute()
  if (passwordChanged || roleChanged)
    await markAccess(ctx, id, { by: ctx.actor.user, former: roleChanged ? { auth: before.auth } : undefined })
  const session = isSelf ? ctx.actor.session.id : null
  if (passwordChanged) await endAccess(ctx, id, { ...AFTER_NEW_PASSWORD, session })
  else if (roleChanged) await endOtherSessions(ctx, id, session)
  const log = inShopOf(ctx, id)
  const title = after.username
  const changed = fieldChanges(USER_FIELDS, before, after)
  if (changed.length > 0)
    await recordChange(log, { noun: 'user', id, verb: 'update', title, detail: { fields: changed } })
  if (passwordChanged) await recordChange(log, { noun: 'user', id, verb: 'password', title })
  const roles: [number, number] = [before.auth, after.auth]
  return { id, version: version + 1, changed: { passwordChanged, ...(roleChanged && { roles }) } }
}

const NEW_USER: UserFields = {
  username: '',
  email: '',
  name_surname: '',
  company_name: '',
  company_tel: '',
  company_adress: '',
  license_type: '',
  license_end_date: null,
  auth: AUTH_USER,
}

type ValidUser = UserFields & { username_key: string; email_key: string }

/**
 * The user's columns; `stored` is the user before the change. Throws INVALID with the field that is missing or
 * wrong.
 */
function validateUser(fields: UserFields, stored: UserFields | null): ValidUser {
  const problem = userProblem(fields, stored)
  if (problem !== null) throw invalid(problem)
  return { ...fields, username_key: foldUserName(fields.username), email_key: foldEmail(fields.email) }
}

/** The columns of the owner and those of the shop. */
function apart({ username, username_key, email, email_key, name_surname, auth, ...facts }: ValidUser) {
  return { owner: { username, username_key, email, email_key, name_surname, auth }, facts }
}

/**
 * Marks a user and the shop's staff as deleted: their sessions end, names and e-mail are free again, the shop's data
 * stays (decisions: deleting). Administrators only, after their password. Throws INVALID for the own account, NOT_FOUND.
 */
export async function deleteUser(ctx: Ctx, input: { id: number }): Promise<void> {
  const admin = requireConfirmedOrScript(requireAdmin(ctx))
  if (input.id === admin.actor.user) throw invalid({ field: 'id', message: messages.ownAccountKept })
  await inTransaction(admin, async (trx) => {
    await requireStillAdmin(trx)
    const title = await closeShop(trx, input.id)
    if (title === undefined) throw userNotFound()
    await recordChange(inShopOf(trx, input.id), { noun: 'user', id: input.id, verb: 'delete', title })
  })
  logEvent(admin, 'user deleted', { targetId: input.id })
}
