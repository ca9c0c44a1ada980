import { sql } from 'kysely'

import { inIdBatches, type Shop } from '#server/platform/core/batches.ts'

/**
 * Gives the changes of records that an older version logged the record's customer, where the record never named another
 * person or car: the texts of the others may be about anybody. Not on pg-mem.
 */
export async function attributeChanges(shop: Shop, stop?: AbortSignal): Promise<void> {
  if (shop.db.getExecutor().adapter.supportsTransactionalDdl !== true) return
  await inIdBatches(
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
}
