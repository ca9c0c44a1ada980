import type { Insertable, Kysely } from 'kysely'

import { nextId } from '#server/platform/db/reserved-ids.ts'
import type { DB } from '#server/platform/db/schema.ts'

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
