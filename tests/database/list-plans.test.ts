import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { listCustomers, lookupCustomers } from '#server/customer/list.ts'
import { REQUEST_ROLE } from '#server/platform/db/request-role.ts'
import { seedRecords } from '#server/commands/demo/seed.ts'
import { listVehicles } from '#server/vehicle/list.ts'
import { customerListInput } from '#shared/customer/schema.ts'
import { KAYIT_SORTS } from '#shared/kayit/schema.ts'
import { vehicleListInput } from '#shared/vehicle/schema.ts'
import { testDatabaseTarget } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { list } from '#tests/support/rows/kayit.ts'
import { indexesOf, type Plan, watchedDatabase } from '#tests/support/database/watched-database.ts'

const { db, plansDuring } = watchedDatabase(await testDatabaseTarget())
afterAll(() => db.destroy())

const TODAY = '2026-11-21'
let ctx: ReturnType<typeof userCtx>

/** Stores four shops, so that one shop's records are a part of a table that is large enough for a choice of plans. */
beforeAll(async () => {
  for (const seed of [1, 2, 3, 4]) {
    const user = await buildUser(db)
    await seedRecords(db, { shopId: user.id, seed, count: 1500, today: TODAY })
    ctx = userCtx(db, user)
  }
  await sql`vacuum analyze`.execute(db)
})

/** Returns the plans of the statements that the list runs for a view. */
const plansOf = (view: Parameters<typeof list>[1]): Promise<Plan[]> =>
  plansDuring(async () => expect((await list(ctx, view)).items).not.toEqual([]))

/** Returns the completely scanned tables with a shop's whole history; the totals are small enough for a scan. */
const scanned = (plans: Plan[]) =>
  plans
    .filter((plan) => plan['Node Type'] === 'Seq Scan')
    .map((plan) => plan['Relation Name'])
    .filter((table) => table === 'kayit' || table === 'islem')

describe('the query plan of the list of records', () => {
  const orders = {
    musteri_adi_soyadi: 'kayit_visits_customer',
    sasi_no: 'kayit_visits_vin',
    plaka: 'kayit_visits_plate',
    islem_sayisi: 'kayit_visits_items',
    giris_tarihi: 'kayit_visits_giris',
    cikis_tarihi: 'kayit_visits_cikis',
    durum: 'kayit_visits_status',
  } as const satisfies Record<(typeof KAYIT_SORTS)[number], string>

  /** The orders in which the ascending index would find too many equal records. */
  const descending = new Map([
    ['islem_sayisi desc', 'kayit_visits_items_desc'],
    ['durum desc', 'kayit_visits_status_desc'],
  ])

  test.each(KAYIT_SORTS.flatMap((sort) => [[sort, 'asc'] as const, [sort, 'desc'] as const]))(
    'the order by %s %s uses its index, on the first page and on a late one',
    async (sort, dir) => {
      for (const page of [1, 20]) {
        const plans = await plansOf({ sort, dir, page })
        expect(scanned(plans)).toEqual([])
        expect(indexesOf(plans)).toContain(descending.get(`${sort} ${dir}`) ?? orders[sort])
      }
    },
  )

  // With few matching records, any index on the shop is good enough.
  test.each([
    ['a letter', { q: 'ğ' }, /kayit_ngrams/],
    ['two letters', { q: 'ğu' }, /kayit_ngrams/],
    ['a name', { q: 'yıldırım' }, /kayit_ngrams/],
    ['a name without its marks', { q: 'yildirim' }, /kayit_ngrams/],
    ['a phone', { q: '0532' }, /kayit_ngrams/],
    ['a name in a year', { q: 'yıldırım', year: 2026 }, /kayit_ngrams/],
    ['a name in a month', { q: 'a', month: 3, year: 2026 }, /kayit_visits_day/],
    ['what most have', { q: 'a', sort: 'plaka' }, /kayit_visits_plate/],
    ['a month', { month: 3, year: 2026 }, /kayit_visits_day/],
    ['a year', { year: 2026 }, /kayit_visits_day/],
    ['a status that most have', { durum: 'Tamamlandı', sort: 'plaka' }, /kayit_visits_plate/],
    ['open work', { open: true }, /kayit_visits_open/],
  ] as const)('the filter of %s uses its index', async (_, view, index) => {
    const plans = await plansOf(view)
    expect(scanned(plans)).toEqual([])
    expect([...indexesOf(plans)].join(' ')).toMatch(index)
  })
  test('a search for an accent alone reads no rows', async () => {
    const plans = await plansDuring(async () => {
      expect(await list(ctx, { q: '\u0301' })).toMatchObject({ items: [], total: 0 })
      expect(await listCustomers(ctx, customerListInput.parse({ q: '\u0301' }))).toMatchObject({ total: 0 })
      expect(await listVehicles(ctx, vehicleListInput.parse({ q: '\u0301' }))).toMatchObject({ total: 0 })
      expect(await lookupCustomers(ctx, { q: '\u0301\u0301' })).toEqual({ customers: [] })
    })
    expect(scanned(plans)).toEqual([])
    const both = await list(ctx, { q: 'yıldırım \u0301' })
    expect(both.total).toBeGreaterThan(0)
    expect(both).toEqual(await list(ctx, { q: 'yıldırım' }))
  })

  test('a search for a letter that most records have counts the newest records', async () => {
    const plans = await plansOf({ q: 'a' })
    expect([...indexesOf(plans)]).not.toContain('kayit_ngrams')
    expect([...indexesOf(plans)]).toContain('kayit_pk')
  })

  test('a year’s records by status or by number of items are sorted, not looked for in the order', async () => {
    for (const sort of ['durum', 'islem_sayisi'] as const) {
      const indexes = [...indexesOf(await plansOf({ year: 2026, sort, dir: 'desc' }))]
      expect(indexes).toContain('kayit_visits_day')
      expect(indexes).not.toContain(descending.get(`${sort} desc`))
    }
  })

  test.each(['musteri_adi_soyadi', 'sasi_no', 'plaka'] as const)(
    'a year by %s is found without reading records',
    async (sort) => {
      for (const dir of ['asc', 'desc'] as const) {
        const plans = await plansOf({ year: 2026, sort, dir })
        expect(plans).toContainEqual(
          expect.objectContaining({ 'Node Type': 'Index Only Scan', 'Index Name': orders[sort] }),
        )
      }
    },
  )

  test.each(['kayit', 'vehicle', 'customer'])('no index serves the policy of %s', async (table) => {
    const plan = await db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      await sql`select set_config('oto.shop', ${String(ctx.actor.shop)}, true)`.execute(trx)
      await sql`set local role ${sql.id(REQUEST_ROLE)}`.execute(trx)
      const { rows } = await sql`explain select shop_id from ${sql.table(table)}`.execute(trx)
      return JSON.stringify(rows)
    })
    expect(plan).toMatch(/oto\.shop|InitPlan/)
    expect(plan).not.toContain('Index Cond')
  })
})
