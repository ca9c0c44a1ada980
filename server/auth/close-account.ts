import type { ActorIds, BaseCtx } from '#server/platform/core/context.ts'

import { endAccess, NOTHING_REMAINS } from './end-access.ts'
import { removeFactor } from './second-factor.ts'

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
  await endAccess(trx, user, NOTHING_REMAINS)
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
