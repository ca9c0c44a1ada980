import type { Insertable, Kysely } from 'kysely'

import { recordChange } from '#server/platform/core/changes.ts'
import type { ActorIds, BaseCtx, UserCtx } from '#server/platform/core/context.ts'
import { nextId } from '#server/platform/db/reserved-ids.ts'
import { countDeleted } from '#server/platform/db/row-counts.ts'
import type { DB } from '#server/platform/db/schema.ts'
import type { ChangeVerb } from '#shared/change/schema.ts'
import type { StaffRole } from '#shared/staff/rights.ts'

import { removePasskeys } from './passkeys.ts'
import { forgetKnownPlaces } from './known-places.ts'
import { removeFactor } from './second-factor.ts'
import { endOtherSessions } from './sessions.ts'

type NewShop = {
  owner: Omit<Insertable<DB['users']>, 'id' | 'shop_id' | 'role'>
  facts?: Omit<Insertable<DB['shops']>, 'id'>
}

/** Stores a shop and its owner under one id, in the caller's transaction. Returns the owner's id and version. */
export async function storeShop(trx: Kysely<DB>, { owner, facts = {} }: NewShop) {
  if (!trx.isTransaction) throw new Error('A shop is stored with its owner or not at all.')
  const { users_id: id } = await trx.selectNoFrom(nextId('users')).executeTakeFirstOrThrow()
  await trx
    .insertInto('shops')
    .values({ ...facts, id })
    .execute()
  return trx
    .insertInto('users')
    .values({ ...owner, id, shop_id: id, role: 'owner' })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
}

/** Stores in the change log what users change of their own account; `other` is the name of the thing, if there are several. */
export function recordOwnChange(trx: Parameters<typeof recordChange>[0], verb: ChangeVerb, other?: string) {
  const { user: id, username: title } = trx.actor
  return recordChange(trx, { noun: 'user', id, verb, title, detail: other === undefined ? {} : { other } })
}

/** Returns a context that writes the caller's change into another shop's log. Its database must be of all shops. */
export const inLogOfShop = (caller: UserCtx, shop: number): UserCtx => ({
  ...caller,
  actor: { ...caller.actor, shop },
})

export type FormerRights = { former_auth?: number; former_role?: StaffRole; former_sees_figures?: boolean }

/**
 * Stores that a user has changed another's password, rights, second factor or closed account, so that a report of an
 * unknown login finds it. `former`: the rights before, where they were changed. A later change hides no earlier one.
 */
export async function recordAccessChange(
  { db, now }: Pick<BaseCtx, 'db' | 'now'>,
  userId: number,
  { by, former }: { by: number; former?: FormerRights | undefined },
): Promise<void> {
  await db
    .insertInto('access_change')
    .values({ user_id: userId, made_by: by, at: now, ...former })
    .execute()
}

/** The accesses that stay: passkeys and recovery codes, because they are no password, unless a moment is named. */
type RemainingAccess = {
  /** The session that goes on, with its browser and address as known places; `null`: none. */
  session?: number | null
  /** Passkeys and a calendar address made at that moment or later end, except the passkey with id `passkey`. */
  passkeysSince?: Date
  passkey?: number | undefined
  codesSince?: Date
}

/** The accesses that remain for a closed account: none. */
export const NO_ACCESS: RemainingAccess = { passkeysSince: new Date(0) }

/**
 * Ends the accesses to an account except the remaining ones: sessions of every kind and their challenges, known places,
 * links for a new password (the user's own, and those that the user made for others), an unfinished set-up of a second
 * factor, passkeys and recovery codes. An active second factor stays: alone it grants no access. The user's row is locked.
 */
export async function endAccess(
  trx: BaseCtx,
  userId: number,
  { session = null, passkeysSince, passkey, codesSince }: RemainingAccess = {},
) {
  const { db } = trx
  await forgetKnownPlaces(trx, userId, { isForeignOnly: session !== null })
  const links = db
    .deleteFrom('reset_links')
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('made_by', '=', userId)]))
  const linksEnded = await countDeleted(links)
  const sessions = db.selectFrom('sessions').where('user_id', '=', userId).select('id')
  await db.deleteFrom('passkey_challenge').where('session_id', 'in', sessions).execute()
  const setUps = db.deleteFrom('second_factors').where('activated_at', 'is', null)
  await setUps.where('user_id', '=', userId).execute()
  const codes = db.deleteFrom('recovery_codes').where('user_id', '=', userId)
  if (passkeysSince)
    await db
      .updateTable('users')
      .set({ calendar_hash: null, calendar_made_at: null })
      .where('id', '=', userId)
      .where('calendar_made_at', '>=', passkeysSince)
      .execute()
  return {
    sessions: await endOtherSessions(trx, userId, session),
    links: linksEnded,
    passkeys: passkeysSince ? await removePasskeys(trx, userId, { since: passkeysSince, but: passkey }) : 0,
    recovery_codes: codesSince ? await countDeleted(codes.where('created_at', '>=', codesSince)) : 0,
  }
}

/** Closes an account, and ends every access to it but not the second factor. Returns its name, `undefined` without one. */
export async function closeAccount(trx: BaseCtx, { shop, user }: ActorIds): Promise<string | undefined> {
  const closed = await trx.db
    .updateTable('users')
    .set({ deleted_at: trx.now })
    .where('id', '=', user)
    .where('shop_id', '=', shop)
    .where('deleted_at', 'is', null)
    .returning('username')
    .executeTakeFirst()
  if (closed === undefined) return undefined
  await endAccess(trx, user, NO_ACCESS)
  return closed.username
}

/** Closes a shop for good, with the accounts of its owner and staff; returns the owner's name. */
export async function closeShop(trx: BaseCtx, shop: number): Promise<string | undefined> {
  const username = await closeAccount(trx, { shop, user: shop })
  if (username === undefined) return undefined
  await trx.db.updateTable('shops').set({ closed_at: trx.now }).where('id', '=', shop).execute()
  const staff = await trx.db
    .selectFrom('users')
    .where('shop_id', '=', shop)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .select('id')
    .execute()
  for (const { id } of staff) await closeAccount(trx, { shop, user: id })
  for (const id of [shop, ...staff.map((member) => member.id)]) await removeFactor(trx, id)
  return username
}
