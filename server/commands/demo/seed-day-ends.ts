import type { Kysely } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'
import { type Day, addDays, daysBetween } from '#shared/date.ts'
import { tillFigures } from '#shared/till/rules.ts'

/** Days ago on which the drawer was first counted; each day after it but today is closed. */
const OPENED_DAYS_AGO = 3
const OPENING_KURUS = 235_000
/** The differences of the closed days, in kuruş. */
const DIFFERENCES = [-250, 0]

/** Returns the day-end of an entry of the demo shop; `null` before the first count. */
export function demoDayEnd(day: Day, today: Day): number | null {
  const number = OPENED_DAYS_AGO - daysBetween(day, today)
  return number > 0 ? number : null
}

/** Counts the demo shop's drawer on three evenings, after its payments and expenses are stored. */
export async function seedDayEnds(
  db: Kysely<DB>,
  { shopId, today }: { shopId: number; today: Day },
): Promise<void> {
  const opened = addDays(today, -OPENED_DAYS_AGO)
  const spent = await db
    .selectFrom('expense')
    .where('shop_id', '=', shopId)
    .where('method', '=', 'cash')
    .where('spend_date', '>', opened)
    .select(['id as expense_id', 'amount_kurus', 'spend_date'])
    .execute()
  const expenses = spent.map(({ spend_date, ...row }) => ({
    ...row,
    shop_id: shopId,
    day_end_number: demoDayEnd(spend_date, today) ?? 1,
    created_at: new Date(`${spend_date}T10:10:00Z`),
  }))
  if (expenses.length > 0) await db.insertInto('cash_expense').values(expenses).execute()
  const entries = await db
    .selectFrom('payment')
    .where('shop_id', '=', shopId)
    .where('day_end_number', 'is not', null)
    .select(['id', 'kind', 'method', 'amount_kurus', 'reverses', 'day_end_number'])
    .execute()
  let opening_kurus = OPENING_KURUS
  const store = async (number: number, counted: { difference: number; opening: number }) => {
    const isOfDay = (row: { day_end_number: number | null }) => number > 0 && row.day_end_number === number
    const day = addDays(opened, number)
    const figures = tillFigures({
      opening_kurus: counted.opening,
      entries: entries.filter(isOfDay),
      expenses: expenses.filter(isOfDay),
    })
    const counted_kurus = Math.max(0, figures.expected_kurus + counted.difference)
    const difference_kurus = counted_kurus - figures.expected_kurus
    const reason = difference_kurus === 0 ? '' : 'Bozuk para üstü'
    const count = {
      ...figures,
      counted_kurus,
      difference_kurus,
      reason,
      actor_id: shopId,
      actor_name: 'demo',
    }
    const created_at = new Date(`${day}T16:00:00Z`)
    await db
      .insertInto('day_end')
      .values({ shop_id: shopId, number, day, ...count, created_at })
      .execute()
    opening_kurus = counted_kurus
  }
  await store(0, { opening: OPENING_KURUS, difference: 0 })
  for (const [index, difference] of DIFFERENCES.entries())
    await store(index + 1, { opening: opening_kurus, difference })
}
