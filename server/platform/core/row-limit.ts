import type { Kysely } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'

import type { ActorIds } from './context.ts'

type Trx = { db: Kysely<DB> }

type RowLimit = {
  max: number
  /** Makes concurrent calls that count the same rows wait for each other until the end of the transaction. */
  lock: () => Promise<unknown>
  count: () => Promise<number>
  refusal: () => Error
}

/**
 * Throws `refusal` if a limit of rows is reached, in the transaction that creates or restores one. Transactions count
 * one after the other, because concurrent ones do not see each other's rows. Rows above the limit stay.
 */
export async function requireBelowLimit({ db }: Trx, { max, lock, count, refusal }: RowLimit): Promise<void> {
  if (!db.isTransaction) throw new Error('A limit counts only in the transaction of the new row.')
  await lock()
  if ((await count()) >= max) throw refusal()
}

/** Locks the shop's row; saves of records do not wait for it. */
export async function lockShop({ db, actor }: Trx & { actor: ActorIds }): Promise<void> {
  await db.selectFrom('shops').where('id', '=', actor.shop).select('id').forNoKeyUpdate().execute()
}
