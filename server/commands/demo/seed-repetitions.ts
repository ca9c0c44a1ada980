import type { Kysely } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'
import { type Day, firstOfMonth } from '#shared/date.ts'

/** The expenses that repeat in the demo shop: the rent is due today, and the salary of this month is stored. */
const REPEATED = [
  { title: 'Dükkân kirası', is_automatic: false },
  { title: 'Çırak maaşı', is_automatic: true },
] as const

/** Lets the rent and a salary of the demo shop repeat, after its expenses are stored. */
export async function seedRepetitions(
  db: Kysely<DB>,
  { shopId, today }: { shopId: number; today: Day },
): Promise<void> {
  const stamp = new Date(`${today}T06:00:00Z`)
  for (const { title, is_automatic } of REPEATED) {
    const { id: expense_id, ...values } = await db
      .selectFrom('expense')
      .where('shop_id', '=', shopId)
      .where('title', '=', title)
      .orderBy('spend_date', 'desc')
      .orderBy('id')
      .select(['id', 'title', 'amount_kurus', 'method', 'category', 'vat_rate', 'note'])
      .limit(1)
      .executeTakeFirstOrThrow()
    const month = firstOfMonth(today)
    const { id: repetition_id } = await db
      .insertInto('expense_repetition')
      .values({
        shop_id: shopId,
        ...values,
        day_of_month: Number(today.slice(8)),
        first_month: month,
        is_automatic,
        created_at: stamp,
        updated_at: stamp,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (is_automatic)
      await db
        .insertInto('expense_repetition_month')
        .values({ shop_id: shopId, repetition_id, month, expense_id, created_at: stamp })
        .execute()
  }
}
