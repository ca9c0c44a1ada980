import type { ExpressionBuilder, Kysely } from 'kysely'

import { type Batch, inIdBatches, type Shop } from '#server/platform/core/batches.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'
import type { DB } from '#server/platform/db/schema.ts'

import { recordDay } from '#shared/kayit/rules.ts'

import { KAYIT_FIELDS } from './derived.ts'
import { linkNew } from './links.ts'
import { updateKayit } from './queries.ts'
import { applyRecordChange } from './record-change.ts'

/**
 * Links the shop's records that an older version stored, also deleted ones, in the order in which they were stored;
 * returns how many. Versions stay. May run alongside saves.
 */
export async function linkUnlinked(shop: Shop, stop?: AbortSignal): Promise<number> {
  let linked = 0
  const work = async (trx: Shop, batch: Batch) => {
    const rows = await lockUnlinked(trx, batch)
    const counted = []
    for (const { id, deleted_at, toplam_kurus, ...fields } of rows) {
      const links = await linkNew(trx, fields)
      const unlinked = { vehicle_id: null, customer_id: null }
      const before = { ...fields, ...unlinked, toplam_kurus, day: recordDay(fields), islemler: [] }
      if (deleted_at === null) counted.push({ id, before, after: { ...before, ...links } })
      await updateKayit(trx, id, links)
      linked += 1
    }
    await applyRecordChange(trx, counted)
    return rows.map(({ id }) => id)
  }
  await inIdBatches(shop, work, stop)
  return linked
}

const lockUnlinked = (shop: Shop, { after, limit }: Batch) =>
  ownRows(shop, 'kayit')
    .where(isUnlinked)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .select(['id', 'deleted_at', 'toplam_kurus', ...KAYIT_FIELDS])
    .forNoKeyUpdate()
    .execute()

const isUnlinked = (eb: ExpressionBuilder<DB, 'kayit'>) =>
  eb.or([eb('vehicle_id', 'is', null), eb('customer_id', 'is', null)])

/** The same for every shop that has such records. */
export async function fillLinks(db: Kysely<DB>, _now: Date, stop?: AbortSignal): Promise<number> {
  const shops = await db.selectFrom('kayit').where(isUnlinked).select('shop_id').distinct().execute()
  let linked = 0
  for (const { shop_id } of shops) linked += await linkUnlinked({ db, actor: { shop: shop_id } }, stop)
  return linked
}
