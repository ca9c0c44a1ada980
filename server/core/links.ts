import { sql } from 'kysely'

import type { Shop } from './batches.ts'

/** What records are linked to, by `kayit.vehicle_id` and `kayit.customer_id`. */
export type Linked = 'vehicle' | 'customer'

/** Beside the numbers of other advisory locks. */
const LINKS = 20_261_122

/**
 * Until the end of the transaction, only this one stores cars and customers of the shop: otherwise two concurrent
 * records of a new car would each store it, and batches could deadlock with saves.
 */
export async function lockLinks({ db, actor }: Shop): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LINKS}::int, ${actor.shop}::int)`.execute(db)
}

/** The car or customer itself, or the one that it was merged into. */
export const rootOf = ({ id, merged_into }: { id: number; merged_into: number | null }): number =>
  merged_into ?? id

/** The same in SQL, for a row of `table`. */
export const rootColumn = (table: string) =>
  sql<number>`coalesce(${sql.ref(`${table}.merged_into`)}, ${sql.ref(`${table}.id`)})`

/** Whether another record than `kayitId` is linked to the car or customer. */
export async function hasOtherRecord(
  { db, actor }: Shop,
  name: Linked,
  { id, kayitId }: { id: number; kayitId: number },
): Promise<boolean> {
  const other = await db
    .selectFrom('kayit')
    .where('user_id', '=', actor.shop)
    .where(`${name}_id`, '=', id)
    .where('id', '<>', kayitId)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/**
 * Removes the car or customer if it has no record left, none is merged into it, and no save is linking it at this
 * moment.
 */
export async function removeUnused(ctx: Shop, name: Linked, id: number): Promise<void> {
  const { db, actor } = ctx
  const free = await db
    .selectFrom(name)
    .where(`${name}.user_id`, '=', actor.shop)
    .where(`${name}.id`, '=', id)
    .select(`${name}.id`)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (free === undefined || (await hasOtherRecord(ctx, name, { id, kayitId: 0 }))) return
  const merged = await db
    .selectFrom(name)
    .where(`${name}.user_id`, '=', actor.shop)
    .where(`${name}.merged_into`, '=', id)
    .select(`${name}.id`)
    .limit(1)
    .executeTakeFirst()
  if (merged !== undefined) return
  await db.deleteFrom(name).where(`${name}.user_id`, '=', actor.shop).where(`${name}.id`, '=', id).execute()
}
