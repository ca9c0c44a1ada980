import type { BaseCtx } from '#server/platform/core/context.ts'

import { endAccess, NOTHING_REMAINS } from './end-access.ts'
import { removeFactor } from './second-factor.ts'

/**
 * Closes an account of that shop's staff, or an owner's (`shop: null`), and ends every way into it; returns its name,
 * `undefined` where there is none. A second factor stays for when the account is opened again.
 */
export async function closeAccount(
  trx: BaseCtx,
  { id, shop }: { id: number; shop: number | null },
): Promise<string | undefined> {
  const closed = await trx.db
    .updateTable('users')
    .set({ deleted_at: trx.now })
    .where('id', '=', id)
    .where('shop_id', shop === null ? 'is' : '=', shop)
    .where('deleted_at', 'is', null)
    .returning('username')
    .executeTakeFirst()
  if (closed === undefined) return undefined
  await endAccess(trx, id, NOTHING_REMAINS)
  return closed.username
}

/** Closes an owner's account for good, with those of the shop's staff; returns its name. */
export async function closeShop(trx: BaseCtx, id: number): Promise<string | undefined> {
  const username = await closeAccount(trx, { id, shop: null })
  if (username === undefined) return undefined
  const staff = await trx.db
    .selectFrom('users')
    .where('shop_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .select('id')
    .execute()
  for (const member of staff) await closeAccount(trx, { id: member.id, shop: id })
  for (const one of [{ id }, ...staff]) await removeFactor(trx, one.id)
  return username
}
