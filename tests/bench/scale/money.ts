import { type Kysely, sql } from 'kysely'

import { dueDayColumn } from '#server/payment/due.ts'
import type { DB } from '#server/platform/db/schema.ts'

/**
 * The newest due records that are not paid, every second of them in part. The number is the same in each shop, so that a
 * list of debts shows the cost of paid records, not of its own length.
 */
const UNPAID = 150
/** The payments of the open day of the drawer. */
const OPEN_DAY = 40

/**
 * Stores the money of a shop since its first day, unless it has some: all due records are paid but the newest ones, and the
 * drawer was counted every day.
 */
export async function fillMoney(db: Kysely<DB>, shop: number): Promise<void> {
  const { accounts_start } = await db
    .selectFrom('shops')
    .where('id', '=', shop)
    .select('accounts_start')
    .executeTakeFirstOrThrow()
  if (accounts_start !== null) return
  const { first, last } = await db
    .selectFrom('kayit')
    .where('shop_id', '=', shop)
    .select((eb) => [eb.fn.min('day').as('first'), eb.fn.max(dueDayColumn).as('last')])
    .executeTakeFirstOrThrow()
  await db.transaction().execute(async (trx) => {
    // The filled shop has equal payments and counts, which tell nothing about debts and days.
    for (const table of ['payment', 'day_end'] as const)
      await trx.deleteFrom(table).where('shop_id', '=', shop).execute()
    await sql`insert into payment
        (shop_id, day, kind, method, amount_kurus, kayit_id, actor_id, actor_name, created_at, day_end_number)
      select ${shop}::bigint, due, 'payment', (array['cash', 'card', 'transfer'])[1 + id % 3],
        case when place <= ${UNPAID} then toplam_kurus / 2 else toplam_kurus end, id, ${shop}::bigint, 'usta', due,
        case when place > ${UNPAID} and place <= ${UNPAID + OPEN_DAY} then ${last}::date - ${first}::date + 2 else due - ${first}::date + 1 end
      from (
        select id, ${dueDayColumn} as due, toplam_kurus,
          row_number() over (order by ${dueDayColumn} desc, id desc) as place
        from kayit where shop_id = ${shop} and deleted_at is null and toplam_kurus > 1 and ${dueDayColumn} is not null
      ) as owed
      where place > ${UNPAID} or place % 2 = 0
      order by due, id`.execute(trx)
    await sql`update kayit set paid_kurus = payment.amount_kurus from payment
      where kayit.shop_id = ${shop} and payment.shop_id = ${shop} and payment.kayit_id = kayit.id`.execute(
      trx,
    )
    await sql`insert into day_end
        (shop_id, number, day, opening_kurus, received_kurus, refunded_kurus, spent_kurus, expected_kurus, counted_kurus,
        difference_kurus, actor_id, actor_name, created_at)
      select ${shop}::bigint, number, ${first}::date + greatest(number - 1, 0), 50000, 0, 0, 0, 50000, 50000, 0, ${shop}::bigint, 'usta', now()
      from generate_series(0, ${last}::date - ${first}::date + 1) as number`.execute(trx)
    await trx.updateTable('shops').set({ accounts_start: first }).where('id', '=', shop).execute()
  })
}
