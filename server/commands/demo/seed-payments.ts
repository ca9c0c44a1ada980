import type { Kysely } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'
import { splitByStatement } from '#server/platform/core/own-rows.ts'
import { type Day, monthOf, monthRange, previousMonth } from '#shared/date.ts'
import { dueDay, type PaymentMethod } from '#shared/payment/rules.ts'

import { createRandom } from './generate.ts'
import { demoDayEnd } from './seed-day-ends.ts'

type Random = ReturnType<typeof createRandom>

const METHODS: readonly PaymentMethod[] = ['cash', 'cash', 'card', 'card', 'card', 'transfer']

type DemoShop = { shopId: number; today: Day; seed: number }

/** Stores payments of a shop's newest records: most are paid in full, some in part, some not, a few are advances. */
export async function seedPayments(db: Kysely<DB>, { shopId, today, seed }: DemoShop): Promise<void> {
  const random = createRandom(seed)
  const start = startOfAccounts(today)
  const records = await db
    .selectFrom('kayit')
    .where('shop_id', '=', shopId)
    .where('day', '>=', start)
    .where('toplam_kurus', '>', 0)
    .orderBy('id')
    .select(['id', 'durum', 'cikis_tarihi', 'giris_tarihi', 'kayit_tarihi', 'toplam_kurus'])
    .execute()
  const paid = records.flatMap((record) => {
    const amount_kurus = inventAmount(random, record.toplam_kurus, dueDay(record) !== null)
    return amount_kurus === 0 ? [] : [{ record, amount_kurus }]
  })
  const entry = {
    kind: 'payment',
    customer_id: null,
    reverses: null,
    actor_id: shopId,
    actor_name: 'demo',
  } as const
  for (const batch of splitByStatement(paid))
    await db
      .insertInto('payment')
      .values(
        batch.map(({ record, amount_kurus }, index) => {
          const day = dueDay(record) ?? record.giris_tarihi ?? record.kayit_tarihi
          const method = random.pick(METHODS)
          // Between 9 and 17 o'clock in Istanbul.
          const minute = (index * 67) % 480
          const created_at = new Date(Date.parse(`${day}T06:00:00Z`) + minute * 60_000)
          const day_end_number = demoDayEnd(day, today)
          return {
            ...entry,
            day_end_number,
            shop_id: shopId,
            kayit_id: record.id,
            amount_kurus,
            day,
            method,
            created_at,
          }
        }),
      )
      .execute()
  for (const { record, amount_kurus } of paid)
    await db
      .updateTable('kayit')
      .set({ paid_kurus: amount_kurus })
      .where('shop_id', '=', shopId)
      .where('id', '=', record.id)
      .execute()
  await db.updateTable('shops').set({ accounts_start: start }).where('id', '=', shopId).execute()
}

/** Returns the first day of the month before, so that a whole month has payments. */
function startOfAccounts(today: Day): Day {
  const { year, month } = previousMonth(monthOf(today))
  return monthRange(year, month).from
}

/** Returns the kuruş that were paid of a total; an open record has an advance at most. */
function inventAmount(random: Random, total: number, isDue: boolean): number {
  const half = Math.round(total / 2 / 10_000) * 10_000
  if (!isDue) return random.chance(0.25) ? half : 0
  if (random.chance(0.82)) return total
  return random.chance(0.5) ? half : 0
}
