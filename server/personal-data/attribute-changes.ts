import { sql } from 'kysely'

import { processInBatches, type ShopCtx, ownRows, updateOwn } from '#server/platform/core/own-rows.ts'
import { customerHistoryName, vehicleHistoryName } from '#shared/history/rules.ts'

/** Adds the ids of the named customers to changes that an older version logged, if they are certain. Not on pg-mem. */
export async function attributeChanges(shop: ShopCtx, stop?: AbortSignal): Promise<void> {
  if (shop.db.getExecutor().adapter.supportsTransactionalDdl !== true) return
  await attributeRecords(shop, stop)
  await attributeFiles(shop)
}

/** A record that never named another person or car is its customer's. The texts of the others may be about anybody. */
const attributeRecords = (shop: ShopCtx, stop?: AbortSignal): Promise<void> =>
  processInBatches(
    shop,
    async ({ db, actor }, { after, limit }) => {
      const { rows } = await sql<{ id: number }>`
        with batch as (
          select id, target_id from change
          where shop_id = ${actor.shop} and noun = 'kayit' and customer_id is null and id > ${after}
          order by id limit ${limit}
        ), attributed as (
          update change set customer_id = kayit.customer_id from batch, kayit
          where change.shop_id = ${actor.shop} and change.id = batch.id
            and kayit.shop_id = ${actor.shop} and kayit.id = batch.target_id
            and not exists (
              select from change as named
              where named.shop_id = ${actor.shop} and named.noun = 'kayit' and named.target_id = batch.target_id
                and (named.verb = 'link' or named.detail ~
                  '"name":"(musteri_adi_soyadi|musteri_tel|tc_vergino|plaka|sasi_no|motor_no)"'))
        )
        select id from batch order by id`.execute(db)
      return rows.map(({ id }) => id)
    },
    stop,
  )

type Owner = { customer_id: number } | { vehicle_id: number }

/** A file with a history is that of the customer or car after which it is named, where only one is called so. */
async function attributeFiles(shop: ShopCtx): Promise<void> {
  const files = await ownRows(shop, 'change')
    .where('noun', '=', 'export')
    .where('customer_id', 'is', null)
    .where('vehicle_id', 'is', null)
    .select(['id', 'title'])
    .execute()
  if (files.length === 0) return
  const customers = ownRows(shop, 'customer').where('merged_into', 'is', null).select(['id', 'name'])
  const vehicles = ownRows(shop, 'vehicle').where('merged_into', 'is', null).select(['id', 'plate', 'vin'])
  const owners = new Map<string, Owner | null>()
  const add = (name: string, owner: Owner) => owners.set(name, owners.has(name) ? null : owner)
  for (const { id, name } of await customers.execute()) add(customerHistoryName(name), { customer_id: id })
  for (const { id, plate, vin } of await vehicles.execute())
    add(vehicleHistoryName(plate || vin), { vehicle_id: id })
  for (const { id, title } of files) {
    const owner = owners.get(title)
    if (owner == null) continue
    await updateOwn(shop, 'change').set(owner).where('id', '=', id).execute()
  }
}
