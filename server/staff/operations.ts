import { recordAccessChange, closeAccount } from '#server/auth/accounts.ts'
import { lockCaller } from '#server/auth/enter.ts'
import { readLastUses, endOtherSessions } from '#server/auth/sessions.ts'
import { makeLinkFor } from '#server/auth/reset-password.ts'
import { type AccountKind, invalid, refuseTakenNames, saveAccount } from '#server/auth/save-account.ts'
import { recordChange } from '#server/platform/core/changes.ts'
import { liveRows, ownRows, updateOwn } from '#server/platform/core/own-rows.ts'
import { inTransaction, requireConfirmed, type UserCtx, requireRight } from '#server/platform/core/context.ts'
import { restorableSince } from '#server/platform/core/purge.ts'
import { lockShop, requireBelowLimit } from '#server/platform/core/row-limit.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import { countRows } from '#server/platform/db/row-counts.ts'
import type { ResetLink } from '#shared/admin/schema.ts'
import { fieldChanges } from '#shared/change/rules.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { AUTH_USER, MAX_STAFF } from '#shared/options.ts'
import type { StaffRole } from '#shared/staff/rights.ts'
import { memberProblem } from '#shared/staff/rules.ts'
import type { Member, StaffInput } from '#shared/staff/schema.ts'
import { foldUserName } from '#shared/turkish.ts'

const MEMBER_FIELDS = ['username', 'name_surname', 'role', 'sees_figures'] as const

type MemberFields = Pick<Member, (typeof MEMBER_FIELDS)[number]>

const memberNotFound = () => new AppError('NOT_FOUND', messages.memberNotFound)

const staffOf = (ctx: UserCtx) => liveRows(ctx, 'users').where('role', '<>', 'owner')

/** Returns the shop's staff by name, with the last use of each. */
async function findStaff(ctx: UserCtx): Promise<Member[]> {
  const rows = await staffOf(ctx)
    .orderBy('username_key')
    .select(['id', ...MEMBER_FIELDS, 'version'])
    .$narrowType<{ role: StaffRole }>()
    .execute()
  const ids = rows.map(({ id }) => id)
  const uses = ids.length === 0 ? undefined : await readLastUses(ctx, ids)
  return rows.map((row) => {
    const use = uses?.get(row.id)
    return { ...row, last_used_at: use ? new Date(use.at).toISOString() : null, sessions: use?.open ?? 0 }
  })
}

/** Returns one of the shop's staff. Throws NOT_FOUND. */
async function requireMember(ctx: UserCtx, id: number): Promise<Member> {
  const found = (await findStaff(ctx)).find((one) => one.id === id)
  if (found === undefined) throw memberNotFound()
  return found
}

/** Locks a member's row until the end of the transaction; returns the fields and version. Throws NOT_FOUND. */
const lockMember = (ctx: UserCtx, id: number): Promise<MemberFields & { version: number }> =>
  staffOf(ctx)
    .where('id', '=', id)
    .select([...MEMBER_FIELDS, 'version'])
    .$narrowType<{ role: StaffRole }>()
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(memberNotFound)

/** Throws INVALID when the shop has as many staff as it may. */
const requireRoomForMember = (trx: UserCtx): Promise<void> =>
  requireBelowLimit(trx, {
    max: MAX_STAFF,
    lock: () => lockShop(trx),
    count: () => countRows(staffOf(trx)),
    refusal: () => new AppError('INVALID', messages.tooManyStaff),
  })

/** Returns the shop's staff by name. The owner only. */
export async function listStaff(ctx: UserCtx): Promise<Member[]> {
  return findStaff(requireRight(ctx, 'staff'))
}

/** Returns one of the shop's staff. The owner only. Throws NOT_FOUND. */
export async function getMember(ctx: UserCtx, input: { id: number }): Promise<Member> {
  return requireMember(requireRight(ctx, 'staff'), input.id)
}

/** Stores or changes a member of staff. Throws FORBIDDEN, UNCONFIRMED, as `saveAccount` does, and INVALID for too many. */
export async function saveMember(ctx: UserCtx, input: StaffInput): Promise<Member> {
  return saveAccount(requireConfirmed(requireRight(ctx, 'staff')), STAFF, input)
}

const STAFF: AccountKind<MemberFields, Member> = {
  operation: 'staff',
  initial: { username: '', name_surname: '', role: 'desk', sees_figures: false },
  validate: (fields) => {
    const problem = memberProblem(fields)
    if (problem !== null) throw invalid(problem)
    // Only the desk can have this right, and it must not come back with a later change of the role.
    return { ...fields, sees_figures: fields.role === 'desk' && fields.sees_figures }
  },
  namesOf: async ({ db, actor }, { username, name_surname }) => {
    const shop = db.selectFrom('shops').where('id', '=', actor.shop).select('company_name')
    return { username, name_surname, email: '', ...(await shop.executeTakeFirstOrThrow()) }
  },
  // This locks the owner's row, which a deletion of the shop locks before it closes the staff, so that no member joins
  // in between.
  lockCaller,
  find: requireMember,
  lock: async (trx, id) => {
    const { version, ...fields } = await lockMember(trx, id)
    return { version, fields }
  },
  insert: async (trx, fields, made) => {
    await requireRoomForMember(trx)
    return trx.db
      .insertInto('users')
      .values({
        ...columnsOf(fields),
        ...made,
        shop_id: trx.actor.shop,
        email: '',
        email_key: '',
        auth: AUTH_USER,
      })
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow()
  },
  update: async (trx, fields, { id, ...stored }) => {
    await updateOwn(trx, 'users')
      .set({ ...columnsOf(fields), ...stored, ...(fields.role === 'mechanic' && NO_CALENDAR) })
      .where('id', '=', id)
      .execute()
  },
  // A change of rights ends the member's sessions, because an open page shows data that the old right allowed.
  rightsChange: (before, after) => {
    const { role, sees_figures: seesFigures } = after
    if (role === before.role && seesFigures === before.sees_figures) return null
    const former = { former_role: before.role, former_sees_figures: before.sees_figures }
    return { former, details: { seesFigures, ...(role !== before.role && { staffRole: role }) } }
  },
  changes: (before, after) => fieldChanges(MEMBER_FIELDS, before, after),
  logOf: (trx) => trx,
}

/** A mechanic sees no appointments, and the address must not come back with a later change of the role. */
const NO_CALENDAR = { calendar_hash: null, calendar_made_at: null }

const columnsOf = (fields: MemberFields) => ({ ...fields, username_key: foldUserName(fields.username) })

/** Runs the owner's change of a member's account, whose row is locked. Throws FORBIDDEN, UNCONFIRMED and NOT_FOUND. */
function asOwner<T>(
  ctx: UserCtx,
  id: number,
  change: (trx: UserCtx, member: MemberFields) => Promise<T>,
): Promise<T> {
  return inTransaction(requireConfirmed(requireRight(ctx, 'staff')), async (trx) => {
    await lockCaller(trx)
    return change(trx, await lockMember(trx, id))
  })
}

/** Closes a member's account: the sessions end, the name is free again. Throws FORBIDDEN, UNCONFIRMED and NOT_FOUND. */
export async function closeMember(ctx: UserCtx, { id }: { id: number }): Promise<void> {
  await asOwner(ctx, id, async (trx, { username: title }) => {
    await recordChange(trx, { noun: 'user', id, verb: 'delete', title })
    await closeAccount(trx, { shop: ctx.actor.shop, user: id })
  })
  logEvent(ctx, 'user deleted', { targetId: id })
}

/**
 * Reopens an account closed within 30 days; an open one stays as it is. Throws FORBIDDEN, UNCONFIRMED, NOT_FOUND, and
 * INVALID when the name is taken by now or the shop has too many.
 */
export async function restoreMember(ctx: UserCtx, { id }: { id: number }): Promise<void> {
  const owner = requireConfirmed(requireRight(ctx, 'staff'))
  const restored = await refuseTakenNames(
    inTransaction(owner, async (trx) => {
      await lockCaller(trx)
      const closed = await ownRows(trx, 'users')
        .where('id', '=', id)
        .where('role', '<>', 'owner')
        .where('deleted_at', '>=', restorableSince(trx.now))
        .where('erased_at', 'is', null)
        .select('username as title')
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (closed === undefined) {
        await requireMember(trx, id)
        return false
      }
      await requireRoomForMember(trx)
      await updateOwn(trx, 'users').set({ deleted_at: null }).where('id', '=', id).execute()
      await recordAccessChange(trx, id, { by: trx.actor.user })
      await recordChange(trx, { noun: 'user', id, verb: 'restore', title: closed.title })
      return true
    }),
  )
  if (restored) logEvent(owner, 'user restored', { targetId: id })
}

/** Ends every session of a member and returns their number. Throws FORBIDDEN, UNCONFIRMED and NOT_FOUND. */
export async function endMemberSessions(ctx: UserCtx, { id }: { id: number }): Promise<{ ended: number }> {
  const ended = await asOwner(ctx, id, (trx) => endOtherSessions(trx, id, null))
  logEvent(ctx, 'sessions ended', { targetId: id, ended })
  return { ended }
}

/** Makes a link for a new password, valid once and for a day. Throws FORBIDDEN, UNCONFIRMED and NOT_FOUND. */
export async function makeMemberLink(ctx: UserCtx, { id }: { id: number }): Promise<ResetLink> {
  const link = await asOwner(ctx, id, (trx, { username }) => makeLinkFor(trx, { id, username }))
  logEvent(ctx, 'reset link made', { targetId: id })
  return link
}
