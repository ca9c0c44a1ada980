import { newPasswordProblem } from '#server/auth/new-password.ts'
import { markAccess } from '#server/auth/access-mark.ts'
import { closeAccount } from '#server/auth/close-account.ts'
import { AFTER_NEW_PASSWORD, endAccess } from '#server/auth/end-access.ts'
import { lockCaller } from '#server/auth/enter.ts'
import { hashPassword } from '#server/auth/password-hash.ts'
import { createResetLink } from '#server/auth/reset-links.ts'
import { endOtherSessions } from '#server/auth/sessions.ts'
import { recordChange } from '#server/platform/core/changes.ts'
import { inTransaction, requireConfirmed, type UserCtx } from '#server/platform/core/context.ts'
import { restorableSince } from '#server/platform/core/deleted.ts'
import { idempotentCreate, idempotentUpdate } from '#server/platform/core/idempotency.ts'
import { requireRight } from '#server/platform/core/rights.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import { requireVersion } from '#server/platform/core/version.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'
import { userPasswordProblem } from '#shared/admin/rules.ts'
import type { ResetLink } from '#shared/admin/schema.ts'
import { fieldChanges } from '#shared/change/rules.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { AUTH_USER } from '#shared/options.ts'
import type { StaffRole } from '#shared/staff/rights.ts'
import { memberProblem } from '#shared/staff/rules.ts'
import type { Member, StaffInput } from '#shared/staff/schema.ts'
import { foldUserName } from '#shared/turkish.ts'

import {
  findStaff,
  lockMember,
  MEMBER_FIELDS,
  type MemberFields,
  requireMember,
  requireRoomForMember,
  shopNames,
} from './queries.ts'

const KEY_OPERATION = 'staff'

/** The shop's staff by name. The owner only. */
export async function listStaff(ctx: UserCtx): Promise<Member[]> {
  return findStaff(requireRight(ctx, 'staff'))
}

/** One of the shop's staff as it is now. The owner only. Throws NOT_FOUND. */
export async function getMember(ctx: UserCtx, input: { id: number }): Promise<Member> {
  return requireMember(requireRight(ctx, 'staff'), input.id)
}

/**
 * Stores a new member of staff, or changes one; a changed password or right ends that one's sessions. The owner only,
 * after the password. Throws INVALID with the field (a name that is taken too), NOT_FOUND, or CONFLICT where the member
 * has changed since `version`.
 */
export async function saveMember(ctx: UserCtx, input: StaffInput): Promise<Member> {
  const owner = requireConfirmed(requireRight(ctx, 'staff'))
  const { new_password, key, id, version, ...sent } = input
  const isNew = id === 0
  const fields = withoutGaps(sent)
  const problem =
    (isNew ? memberProblem({ ...NEW_MEMBER, ...fields }) : null) ??
    userPasswordProblem(new_password, { isNew })
  if (problem !== null) throw invalid(problem)
  if (new_password !== '') await refuseKnown(owner, { id, fields, new_password })
  // Before the transaction: a hash takes long, and the rows stay unlocked meanwhile.
  const password_hash = new_password === '' ? undefined : await hashPassword(new_password)
  const change = { fields, password_hash }
  let stored: Saved | undefined
  const saved = await refusingTaken(() =>
    inTransaction(owner, async (trx) => {
      // The owner's row, which an administrator who deletes the shop locks first, and then closes the staff: nobody joins
      // between the two.
      await lockCaller(trx)
      if (isNew) {
        stored = await createMember(trx, change, key)
        return requireMember(trx, stored.id)
      }
      // No fingerprint is stored of a password, so two changes that differ only in it would look the same.
      const once = { operation: KEY_OPERATION, key: new_password === '' ? key : undefined, input }
      stored = await idempotentUpdate<Saved>(trx, once, {
        change: () => changeMember(trx, change, { id, version }),
        repeat: async (left) => left,
      })
      return requireMember(trx, id)
    }),
  )
  logSaved(owner, stored)
  return saved
}

const invalid = ({ field, message }: { field: string; message: string }) =>
  new AppError('INVALID', message, { field })

/** A repeated call changed nothing. */
function logSaved(owner: UserCtx, stored: Saved | undefined): void {
  if (stored?.created === true) logEvent(owner, 'user created', { targetId: stored.id })
  if (stored?.changed !== undefined)
    logEvent(owner, 'user changed', { targetId: stored.id, ...stored.changed })
}

async function refusingTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error, 'username_key')) throw error
    throw invalid({ field: 'username', message: messages.usernameTaken })
  }
}

/** The fields that were sent. */
function withoutGaps(sent: { [Field in keyof MemberFields]?: MemberFields[Field] | undefined }) {
  const given = Object.entries(sent).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Partial<MemberFields>
}

async function refuseKnown(
  owner: UserCtx,
  { id, fields, new_password }: { id: number; fields: Partial<MemberFields>; new_password: string },
): Promise<void> {
  const stored = id === 0 ? NEW_MEMBER : await requireMember(owner, id)
  const { username, name_surname } = { ...stored, ...fields }
  const names = { username, name_surname, email: '', ...(await shopNames(owner)) }
  const message = newPasswordProblem(new_password, names)
  if (message !== null) throw invalid({ field: 'new_password', message })
}

type Change = { fields: Partial<MemberFields>; password_hash: string | undefined }
/** What a save left, and what it did. */
type Saved = {
  id: number
  version: number
  created?: true
  changed?: { passwordChanged: boolean; seesFigures?: boolean; staffRole?: StaffRole }
}

const NEW_MEMBER: MemberFields = { username: '', name_surname: '', role: 'desk', sees_figures: false }

function createMember(ctx: UserCtx, change: Change, key: string | undefined): Promise<Saved> {
  return idempotentCreate<Saved>(
    ctx,
    { operation: KEY_OPERATION, key },
    {
      create: () => insertMember(ctx, change),
      change: ({ id, version }) => changeMember(ctx, change, { id, version }),
    },
  )
}

async function insertMember(ctx: UserCtx, change: Change): Promise<Saved> {
  await requireRoomForMember(ctx)
  const { password_hash } = change
  if (password_hash === undefined) throw new Error('a new member without a password')
  const stored = await ctx.db
    .insertInto('users')
    .values({
      ...validateMember({ ...NEW_MEMBER, ...change.fields }),
      email: '',
      email_key: '',
      auth: AUTH_USER,
      shop_id: ctx.actor.shop,
      password_hash,
      created_at: ctx.now,
      created_by: ctx.actor.user,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  const title = change.fields.username ?? ''
  await recordChange(ctx, { noun: 'user', id: stored.id, verb: 'create', title })
  return { ...stored, created: true }
}

async function changeMember(
  ctx: UserCtx,
  { fields, password_hash }: Change,
  { id, version: expected }: { id: number; version: number | undefined },
): Promise<Saved> {
  const { version, ...before } = await lockMember(ctx, id)
  requireVersion(version, expected)
  const after = validateMember({ ...before, ...fields })
  const passwordChanged = password_hash !== undefined
  const rightChanged = after.role !== before.role || after.sees_figures !== before.sees_figures
  await ctx.db
    .updateTable('users')
    .set({ ...after, version: version + 1, ...(passwordChanged && { password_hash }) })
    .where('shop_id', '=', ctx.actor.shop)
    .where('id', '=', id)
    .execute()
  if (passwordChanged || rightChanged)
    await markAccess(ctx, id, { by: ctx.actor.user, former: rightChanged ? before : undefined })
  const about = { noun: 'user', id, title: after.username } as const
  const changedFields = fieldChanges(MEMBER_FIELDS, before, after)
  if (changedFields.length > 0)
    await recordChange(ctx, { ...about, verb: 'update', detail: { fields: changedFields } })
  if (passwordChanged) await recordChange(ctx, { ...about, verb: 'password' })
  // The open page shows what the old right allowed.
  if (passwordChanged) await endAccess(ctx, id, AFTER_NEW_PASSWORD)
  else if (rightChanged) await endOtherSessions(ctx, id, null)
  const changed = {
    passwordChanged,
    ...(rightChanged && { seesFigures: after.sees_figures }),
    ...(after.role !== before.role && { staffRole: after.role }),
  }
  return { id, version: version + 1, changed }
}

/** The member's columns. Throws INVALID with the field that is missing or wrong. */
function validateMember(fields: MemberFields) {
  const problem = memberProblem(fields)
  if (problem !== null) throw invalid(problem)
  // What the right of the desk alone allows must not come back with a later change of the role.
  const sees_figures = fields.role === 'desk' && fields.sees_figures
  return { ...fields, sees_figures, username_key: foldUserName(fields.username) }
}

/**
 * Closes the account of a member who has left: the sessions end, the name is free again. The owner only, after the
 * password. Throws NOT_FOUND.
 */
export async function closeMember(ctx: UserCtx, { id }: { id: number }): Promise<void> {
  const owner = requireConfirmed(requireRight(ctx, 'staff'))
  await inTransaction(owner, async (trx) => {
    await lockCaller(trx)
    const { username: title } = await lockMember(trx, id)
    await recordChange(trx, { noun: 'user', id, verb: 'delete', title })
    await closeAccount(trx, { shop: ctx.actor.shop, user: id })
  })
  logEvent(owner, 'user deleted', { targetId: id })
}

/**
 * Opens a closed account again, with its password, within 30 days; one that is open stays as it is. The owner only,
 * after the password. Throws NOT_FOUND, and INVALID when the name is taken by now or the shop has too many.
 */
export async function restoreMember(ctx: UserCtx, { id }: { id: number }): Promise<void> {
  const owner = requireConfirmed(requireRight(ctx, 'staff'))
  const restored = await refusingTaken(() =>
    inTransaction(owner, async (trx) => {
      await lockCaller(trx)
      const { db, actor, now } = trx
      const closed = await db
        .selectFrom('users')
        .where('shop_id', '=', actor.shop)
        .where('id', '=', id)
        .where('role', '<>', 'owner')
        .where('deleted_at', '>=', restorableSince(now))
        .where('erased_at', 'is', null)
        .select('username as title')
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (closed === undefined) {
        await requireMember(trx, id)
        return false
      }
      await requireRoomForMember(trx)
      await db
        .updateTable('users')
        .set({ deleted_at: null })
        .where('shop_id', '=', actor.shop)
        .where('id', '=', id)
        .execute()
      await markAccess(trx, id, { by: actor.user })
      await recordChange(trx, { noun: 'user', id, verb: 'restore', title: closed.title })
      return true
    }),
  )
  if (restored) logEvent(owner, 'user restored', { targetId: id })
}

/**
 * Ends every session of a member and returns how many: a phone was lost. The owner only, after the password. Throws
 * NOT_FOUND.
 */
export async function endMemberSessions(ctx: UserCtx, { id }: { id: number }): Promise<{ ended: number }> {
  const owner = requireConfirmed(requireRight(ctx, 'staff'))
  const ended = await inTransaction(owner, async (trx) => {
    await lockCaller(trx)
    await lockMember(trx, id)
    return endOtherSessions(trx, id, null)
  })
  logEvent(owner, 'sessions ended', { targetId: id, ended })
  return { ended }
}

/**
 * A link with which a member sets a new password, once and within a day; it replaces an earlier one. The owner only,
 * after the password; each is logged. Throws NOT_FOUND.
 */
export async function makeMemberLink(ctx: UserCtx, { id }: { id: number }): Promise<ResetLink> {
  const owner = requireConfirmed(requireRight(ctx, 'staff'))
  const { token, expiresAt } = await inTransaction(owner, async (trx) => {
    await lockCaller(trx)
    const { username: title } = await lockMember(trx, id)
    await recordChange(trx, { noun: 'user', id, verb: 'reset-link', title })
    return createResetLink(trx, id, owner.actor.user)
  })
  logEvent(owner, 'reset link made', { targetId: id })
  return { token, expires_at: expiresAt.toISOString() }
}
