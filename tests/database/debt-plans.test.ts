import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { customerAccount } from '#server/balance/account.ts'
import { listDebts } from '#server/balance/debts.ts'
import { countBook } from '#server/kayit/operations.ts'
import { monthPayments } from '#server/month/payments.ts'
import { debtsInput } from '#shared/balance/schema.ts'
import { KAYIT_SORTS } from '#shared/kayit/schema.ts'
import { testDatabaseTarget } from '#tests/support/database/database.ts'
import { indexesOf, type Plan, watchedDatabase } from '#tests/support/database/watched-database.ts'
import { userCtx } from '#tests/support/rows/factories.ts'
import { list } from '#tests/support/rows/kayit.ts'
import { fillManyShops } from '#tests/support/rows/many-shops.ts'

const { db, plansDuring } = watchedDatabase(await testDatabaseTarget())
afterAll(() => db.destroy())

let ctx: ReturnType<typeof userCtx>

/** Stores eight shops whose customers owe for one record of forty, some of them for a part. */
beforeAll(async () => {
  ctx = userCtx(db, await fillManyShops(db, { shops: 8, records: 700 }))
  await sql`update kayit set paid_kurus =
    case id % 80 when 0 then 0 when 40 then toplam_kurus / 2 else toplam_kurus end`.execute(db)
  // So many that reading those of the whole shop is the worse plan.
  await sql`insert into payment
      (shop_id, day, kind, method, amount_kurus, kayit_id, actor_id, actor_name, created_at, day_end_number)
    select shop_id, day, kind, method, amount_kurus, kayit_id, actor_id, actor_name, created_at, day_end_number
    from payment, generate_series(1, 19)`.execute(db)
  await sql`update shops set accounts_start = '2025-01-01'`.execute(db)
  await sql`vacuum analyze`.execute(db)
})

const VIEWS = [
  ...KAYIT_SORTS.flatMap((sort) => [{ sort }, { sort, dir: 'desc' } as const]),
  { q: 'a' },
  { q: 'yılmaz' },
  { durum: 'Tamamlandı' },
  { year: 2026 },
  { month: 3, year: 2026 },
  { page: 2, size: 10 } as const,
]

test.each(VIEWS)('the list of unpaid records reads only debts: %o', async (view) => {
  for (const owed of ['unpaid', 'partial'] as const) {
    const plans = await plansDuring(() => list(ctx, { owed, ...view }))
    const records = plans.filter((plan) => plan['Relation Name'] === 'kayit')
    expect(records.length).toBeGreaterThan(0)
    const names = [...indexesOf(plans)].filter((index) => index !== undefined && /^kayit_(?!pk)/.test(index))
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => name !== 'kayit_owed' && name !== 'kayit_visits_day')).toEqual([])
    expect(records.map((plan) => plan['Node Type'])).not.toContain('Seq Scan')
  }
})

/** The account and the list of debts look up payments by the records and customers that they show. */
test.each([
  ['the customers who owe', () => listDebts(ctx, debtsInput.parse({}))],
  ['an account', async () => customerAccount(ctx, { customer_id: await anyCustomer() })],
] as const)('%s read no payments of others', async (_, work) => {
  const plans = await plansDuring(work)
  expect(plans.filter(isWholeRead)).toEqual([])
  const read = plans.filter((plan) => plan['Relation Name'] === 'payment').map((plan) => plan['Index Name'])
  expect([...indexesOf(plans)]).toEqual(expect.arrayContaining(['payment_kayit', 'payment_customer']))
  expect(read).not.toContain('payment_pk')
})

const isWholeRead = (plan: Plan) =>
  plan['Node Type'] === 'Seq Scan' && ['kayit', 'payment', 'customer'].includes(plan['Relation Name'] ?? '')

async function anyCustomer(): Promise<number> {
  const { id } = await db
    .selectFrom('customer')
    .where('shop_id', '=', ctx.actor.shop)
    .where('visits', '>', 2)
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}

test('the counts of debts read their index', async () => {
  const plans = await plansDuring(() => countBook(ctx))
  expect([...indexesOf(plans)]).toContain('kayit_owed')
})

test('the payments of a month read their index alone', async () => {
  const plans = await plansDuring(() => monthPayments(ctx, { month: 3, year: 2026 }))
  expect(plans.filter(isWholeRead)).toEqual([])
  const only = plans.filter((plan) => plan['Node Type'] === 'Index Only Scan')
  expect(only.map((plan) => plan['Index Name'])).toContain('payment_period')
})
