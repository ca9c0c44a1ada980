import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { seedRecords } from '#server/commands/demo/seed.ts'
import { countBook } from '#server/kayit/operations.ts'
import { KAYIT_SORTS } from '#shared/kayit/schema.ts'
import { testDatabaseTarget } from '#tests/support/database/database.ts'
import { indexesOf, watchedDatabase } from '#tests/support/database/watched-database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { list } from '#tests/support/rows/kayit.ts'

const { db, plansDuring } = watchedDatabase(await testDatabaseTarget())
afterAll(() => db.destroy())

let ctx: ReturnType<typeof userCtx>

/** Stores four shops whose customers owe for one record of forty, some of them for a part. */
beforeAll(async () => {
  for (const seed of [1, 2, 3, 4]) {
    const user = await buildUser(db)
    await seedRecords(db, { shopId: user.id, seed, count: 1500, today: '2026-11-21' })
    ctx = userCtx(db, user)
    await sql`update kayit set paid_kurus =
      case id % 80 when 0 then 0 when 40 then toplam_kurus / 2 else toplam_kurus end
      where shop_id = ${user.id}`.execute(db)
  }
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
    expect(names).toEqual([expect.stringMatching(/^kayit_(debts|period)$/)])
    expect(records.map((plan) => plan['Node Type'])).not.toContain('Seq Scan')
  }
})

test('the counts of debts read their index', async () => {
  const plans = await plansDuring(() => countBook(ctx))
  expect([...indexesOf(plans)]).toContain('kayit_debts')
})
