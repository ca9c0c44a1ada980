import { lastUses } from '#server/auth/last-uses.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { liveRows } from '#server/platform/core/own-rows.ts'
import { lockShop, requireRoom } from '#server/platform/core/room.ts'
import { countRows } from '#server/platform/db/row-counts.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { MAX_STAFF } from '#shared/options.ts'
import type { StaffRole } from '#shared/staff/rights.ts'
import type { Member } from '#shared/staff/schema.ts'

/** The columns that the owner enters. */
export const MEMBER_FIELDS = ['username', 'name_surname', 'role', 'sees_figures'] as const

export type MemberFields = {
  username: string
  name_surname: string
  role: StaffRole
  sees_figures: boolean
}

const memberNotFound = () => new AppError('NOT_FOUND', messages.memberNotFound)

const staffOf = (ctx: UserCtx) => liveRows(ctx, 'users').where('role', '<>', 'owner')

/** The shop's staff by name, with the last use of each. */
export async function findStaff(ctx: UserCtx): Promise<Member[]> {
  const rows = await staffOf(ctx)
    .orderBy('username_key')
    .select(['id', ...MEMBER_FIELDS, 'version'])
    .$narrowType<{ role: StaffRole }>()
    .execute()
  const ids = rows.map(({ id }) => id)
  const uses = ids.length === 0 ? undefined : await lastUses(ctx, ids)
  return rows.map((row) => {
    const use = uses?.get(row.id)
    return { ...row, last_used_at: use ? new Date(use.at).toISOString() : null, sessions: use?.open ?? 0 }
  })
}

/** One of the shop's staff. Throws NOT_FOUND. */
export async function requireMember(ctx: UserCtx, id: number): Promise<Member> {
  const found = (await findStaff(ctx)).find((one) => one.id === id)
  if (found === undefined) throw memberNotFound()
  return found
}

/** A member's fields and version; the row is locked until the end of the transaction. Throws NOT_FOUND. */
export async function lockMember(ctx: UserCtx, id: number): Promise<MemberFields & { version: number }> {
  const row = await staffOf(ctx)
    .where('id', '=', id)
    .select([...MEMBER_FIELDS, 'version'])
    .$narrowType<{ role: StaffRole }>()
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) throw memberNotFound()
  return row
}

/** Throws INVALID when the shop has as many staff as it may. */
export const requireRoomForMember = (trx: UserCtx): Promise<void> =>
  requireRoom(trx, {
    most: MAX_STAFF,
    lock: () => lockShop(trx),
    count: () => countRows(staffOf(trx)),
    refusal: () => new AppError('INVALID', messages.tooManyStaff),
  })

/** The names of a shop, of which no password of its staff may be made. */
export async function shopNames({ db, actor }: UserCtx): Promise<{ company_name: string }> {
  return db.selectFrom('shops').where('id', '=', actor.shop).select('company_name').executeTakeFirstOrThrow()
}
