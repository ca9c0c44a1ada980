import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { listCustomers, lookupCustomers } from '#server/customer/list.ts'
import { mayContain } from '#server/list/search.ts'
import { listVehicles } from '#server/vehicle/list.ts'
import { CUSTOMER_SORTS, customerListInput } from '#shared/customer/schema.ts'
import { MAX_LISTED } from '#shared/options.ts'
import { VEHICLE_SORTS, vehicleListInput } from '#shared/vehicle/schema.ts'
import { testDatabaseTarget } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { indexesOf, watchedDatabase } from '#tests/support/database/watched-database.ts'

const { db, plansDuring } = watchedDatabase(await testDatabaseTarget())
afterAll(() => db.destroy())

const CARS = 2_300
const CUSTOMERS = 10_300
let ctx: ReturnType<typeof userCtx>

/** Numbers, days and sums that differ from row to row, each in another order. */
const visited = sql`1 + n % 7 as visits, n * 7919 % 100003 as total_kurus, date '2026-01-01' + n * 31 % 300 as last_day`

/** Stores two shops with the same cars and customers. */
beforeAll(async () => {
  for (const user of [await buildUser(db), await buildUser(db)]) {
    await sql`insert into vehicle (shop_id, plate, plate_key, plate_sort_key, search_vehicle, make, search_name, name_sort_key,
        visits, total_kurus, last_day, seen_day)
      select ${user.id}, plate, plate, plate, plate, make, make, make, visits, total_kurus, last_day, last_day
      from (select '34abc' || n as plate, case n % 3 when 0 then 'opel' else 'fiat' || n % 50 end as make, ${visited}
        from generate_series(1, ${CARS}::int) as n) as cars`.execute(db)
    await sql`insert into customer (shop_id, name, name_key, phone, phone_key, search_name, search_plain, search_number, name_sort_key,
        visits, total_kurus, last_day, seen_day)
      select ${user.id}, name, name, phone, phone, name, name, phone || ' ', name, visits, total_kurus, last_day, last_day
      from (select case n % 4 when 0 then 'ali oz' else 'su kor' end || n as name, '05' || 300000000 + n as phone, ${visited}
        from generate_series(1, ${CUSTOMERS}::int) as n) as customers`.execute(db)
    ctx = userCtx(db, user)
  }
  await sql`vacuum analyze vehicle, customer`.execute(db)
})

const cars = (query: z.input<typeof vehicleListInput> = {}) =>
  listVehicles(ctx, z.parse(vehicleListInput, query))
const customers = (query: z.input<typeof customerListInput> = {}) =>
  listCustomers(ctx, z.parse(customerListInput, query))
const idsIn = (page: { items: { id: number }[] }) => page.items.map(({ id }) => id)

const COLUMNS = {
  last_day: 'last_day',
  plate: 'plate_sort_key',
  name: 'name_sort_key',
  visits: 'visits',
  total: 'total_kurus',
} as const

/** Returns the ids of all rows whose text is like `pattern`, in the order of the list. */
async function ordered(table: 'vehicle' | 'customer', sort: keyof typeof COLUMNS, pattern = '%') {
  const texts = table === 'vehicle' ? sql`search_name || search_vehicle` : sql`search_name`
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)}
    where shop_id = ${ctx.actor.shop} and ${texts} like ${pattern}
    order by ${sql.ref(COLUMNS[sort])} desc, id desc`.execute(db)
  return rows.map(({ id }) => id)
}

describe('a list that has more than are counted', () => {
  test('shows that there are more rows, and counts them on request', async () => {
    for (const [list, rows] of [
      [cars, CARS],
      [customers, CUSTOMERS],
    ] as const) {
      expect(await list()).toMatchObject({ total: MAX_LISTED, more: true })
      const all = await list({ exact: true })
      expect(all.total).toBe(rows)
      expect(all).not.toHaveProperty('more')
    }
  })

  test('shows that a search has more hits, and counts them on request', async () => {
    expect(await customers({ q: 'o' })).toMatchObject({ total: 1_000, more: true })
    expect((await customers({ q: 'o', exact: true })).total).toBe(CUSTOMERS)
    expect(await cars({ q: 'fiat' })).toMatchObject({ total: 1_000, more: true })
    const opels = await cars({ q: 'opel' })
    expect(opels.total).toBe(Math.floor(CARS / 3))
    expect(opels).not.toHaveProperty('more')
  })

  test('has the same pages in every order, near and far, counted or not, of little and of much', async () => {
    for (const [q, pattern] of [
      ['', '%'],
      ['34', '%34%'],
      ['opel', '%opel%'],
    ] as const)
      for (const sort of VEHICLE_SORTS) {
        const expected = await ordered('vehicle', sort, pattern)
        const last = Math.ceil(expected.length / 100)
        for (const page of [1, 2, Math.ceil(last / 2) + 1, last]) {
          const ids = expected.slice(100 * (page - 1), 100 * page)
          for (const exact of [true, false])
            expect(idsIn(await cars({ q, sort, page, size: 100, exact }))).toEqual(ids)
        }
        expect(idsIn(await cars({ q, sort, page: last + 1, size: 100, exact: true }))).toEqual([])
      }
    for (const sort of CUSTOMER_SORTS) {
      const expected = await ordered('customer', sort)
      const reversed = expected.toReversed()
      for (const page of [1, 60, 103]) {
        const ids = (all: number[]) => all.slice(100 * (page - 1), 100 * page)
        expect(idsIn(await customers({ sort, page, size: 100, exact: true }))).toEqual(ids(expected))
        expect(idsIn(await customers({ sort, dir: 'asc', page, size: 100, exact: true }))).toEqual(
          ids(reversed),
        )
      }
    }
  })
})

describe('the n-gram index', () => {
  test('finds every car and customer with the search term, and none of another shop', async () => {
    const { shop } = ctx.actor
    for (const [table, kind, column, needle] of [
      ['vehicle', 'name', 'search_name', 'at1'],
      ['vehicle', 'car', 'search_vehicle', 'c77'],
      ['vehicle', 'car', 'search_vehicle', '9'],
      ['customer', 'name', 'search_plain', 'z8'],
      ['customer', 'phone', 'search_number', '300007'],
    ] as const) {
      const like = db.selectFrom(table).where(sql<boolean>`${sql.ref(column)} like ${`%${needle}%`}`)
      const found = like.where(mayContain({ table, shop, kind }, needle)).select('id').orderBy('id')
      const expected = await like.where('shop_id', '=', shop).select('id').orderBy('id').execute()
      expect(expected).not.toEqual([])
      expect(await found.execute()).toEqual(expected)
    }
  })

  test.each([
    ['', 0],
    ['a', 1],
    ['ab', 1],
    ['abc', 1],
    ['abcd', 2],
    ['abcdef', 2],
    ['yildirim', 3],
    ['aaaaaaa', 1],
  ])('is asked for the letters from which %s is put together', async (needle, parts) => {
    const { rows } = await sql<{ count: number }>`
      select count(distinct key)::int as count from unnest(search_keys(1, 'name', ${needle})) as key`.execute(
      db,
    )
    expect(rows).toEqual([{ count: parts }])
  })

  test('a search for a letter that most rows have counts the newest rows', async () => {
    for (const [work, index] of [
      [() => cars({ q: '34' }), 'vehicle_pk'],
      [() => customers({ q: 'o' }), 'customer_pk'],
    ] as const) {
      const indexes = [...indexesOf(await plansDuring(work))]
      expect(indexes).toContain(index)
      expect(indexes.filter((name) => name?.endsWith('_ngrams'))).toEqual([])
    }
  })

  test.each([
    ['a number of a car', () => cars({ q: 'bc100' }), 'vehicle_ngrams'],
    ['one letter of few customers', () => customers({ q: 'z 1030' }), 'customer_ngrams'],
    ['the beginning of a word', () => lookupCustomers(ctx, { q: 'oz10300' }), 'customer_ngrams'],
    ['the beginning of many words', () => lookupCustomers(ctx, { q: 'oz' }), 'customer_last'],
    ['what most have', () => customers({ q: 'o', sort: 'name' }), 'customer_name_order'],
    ['all cars by their sums', () => cars({ sort: 'total' }), 'vehicle_total_kurus'],
    ['all cars by their visits', () => cars({ sort: 'visits' }), 'vehicle_visits'],
    ['all cars by name', () => cars({ sort: 'name', dir: 'asc' }), 'vehicle_name_order'],
    ['all customers by their sums', () => customers({ sort: 'total' }), 'customer_total_kurus'],
    ['all customers by their visits', () => customers({ sort: 'visits' }), 'customer_visits'],
  ] as const)('the list of %s reads its index', async (_, work, index) => {
    const plans = await plansDuring(work)
    expect([...indexesOf(plans)]).toContain(index)
    // The shop has no records, so their scan is allowed.
    const scanned = plans.filter((plan) => plan['Node Type'] === 'Seq Scan')
    expect(scanned.filter((plan) => plan['Relation Name'] !== 'kayit')).toEqual([])
  })
})

test('customers are found by the beginning of a word or of a phone, latest visit first', async () => {
  const newest = async (pattern: string, column: string) => {
    const { rows } = await sql<{ id: number }>`select id from customer
      where shop_id = ${ctx.actor.shop} and ' ' || ${sql.ref(column)} like ${pattern}
      order by last_day desc, id desc limit 8`.execute(db)
    return rows.map(({ id }) => id)
  }
  const looked = async (q: string) => (await lookupCustomers(ctx, { q })).customers.map(({ id }) => id)
  expect(await looked('ko')).toEqual(await newest('% ko%', 'search_name'))
  expect(await looked('oz12')).toEqual(await newest('% oz12%', 'search_name'))
  expect(await looked('oz10300')).toEqual(await newest('% oz10300%', 'search_name'))
  expect(await looked('z12')).toEqual([])
  expect(await looked('0530')).toEqual(await newest(' 0530%', 'search_number'))
  expect(await looked('53')).toEqual(await newest(' 053%', 'search_number'))
  expect(await looked('0000')).toEqual([])
})
