import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import { mayContain } from '#server/list/search.ts'
import { seedRecords } from '#server/commands/demo/seed.ts'
import { orderedKayit } from '#server/kayit/list.ts'
import { KAYIT_SORTS } from '#shared/kayit/schema.ts'
import { foldPlain } from '#shared/turkish.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { list } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const COUNT = 2_450
let ctx: ReturnType<typeof userCtx>
let large: typeof ctx
/** The records that a search for 'a' finds. */
let withA: { id: number; durum: string }[]

beforeAll(async () => {
  const [user, larger] = [await buildUser(db), await buildUser(db)]
  await seedRecords(db, { shopId: larger.id, seed: 1, count: 7_000, today: '2026-12-31' })
  await seedRecords(db, { shopId: user.id, seed: 2, count: COUNT, today: '2026-11-21' })
  await sql`vacuum analyze`.execute(db)
  ctx = userCtx(db, user)
  large = userCtx(db, larger)
  withA = await db
    .selectFrom('kayit')
    .where('shop_id', '=', user.id)
    .where((eb) => eb.or([eb('search_name', 'like', '%a%'), eb('search_vehicle', 'like', '%a%')]))
    .select(['id', 'durum'])
    .execute()
})

const idsOf = (page: { items: { kayit_id: number }[] }) => page.items.map(({ kayit_id }) => kayit_id)

describe('a search that finds more than are counted', () => {
  test('shows that there are more hits, and counts them on request', async () => {
    expect(withA.length).toBeGreaterThan(1_000)
    const { total, more } = await list(ctx, { q: 'a' })
    expect({ total, more }).toEqual({ total: 1_000, more: true })
    const all = await list(ctx, { q: 'a', exact: true })
    expect(all.total).toBe(withA.length)
    expect(all).not.toHaveProperty('more')
    expect((await list(ctx, {})).total).toBe(COUNT)
  })

  test('has the same pages in every order, whether they were counted or not', async () => {
    for (const sort of KAYIT_SORTS)
      for (const dir of ['asc', 'desc'] as const) {
        const ordered = (await orderedKayit(ctx, { q: 'a', sort, dir })).map(({ id }) => id)
        for (const page of [1, 9]) {
          const expected = ordered.slice(100 * (page - 1), 100 * page)
          expect(idsOf(await list(ctx, { q: 'a', sort, dir, page, size: 100 }))).toEqual(expected)
          expect(idsOf(await list(ctx, { q: 'a', sort, dir, page, size: 100, exact: true }))).toEqual(
            expected,
          )
        }
      }
  })

  test('counts the records of the selected status, and offers those of the period', async () => {
    const { statuses } = await list(ctx, {})
    const found = await list(ctx, { q: 'a', durum: 'İptal' })
    expect(found.total).toBe(withA.filter(({ durum }) => durum === 'İptal').length)
    expect(found).not.toHaveProperty('more')
    expect(found.statuses).toEqual(statuses)
    expect(found.items.every(({ durum }) => durum === 'İptal')).toBe(true)
  })

  test('a search in a month or in the open work is counted', async () => {
    for (const filter of [{ month: 3, year: 2026 }, { open: true }]) {
      const all = await orderedKayit(ctx, { ...filter, sort: 'plaka', dir: 'asc' })
      const ids = new Set(withA.map(({ id }) => id))
      const found = await list(ctx, { ...filter, q: 'a' })
      expect(found.total).toBe(all.filter(({ id }) => ids.has(id)).length)
      expect(found).not.toHaveProperty('more')
    }
  })
})

test('far pages, which are read from the end of the list, have the same order and end with the last record', async () => {
  for (const sort of KAYIT_SORTS)
    for (const dir of ['asc', 'desc'] as const) {
      const ordered = (await orderedKayit(ctx, { sort, dir })).map(({ id }) => id)
      for (const page of [11, 13, 24, 25, 26])
        expect(idsOf(await list(ctx, { sort, dir, page, size: 100 }))).toEqual(
          ordered.slice(100 * (page - 1), 100 * page),
        )
    }
})

test('a long period has the same pages in every order, near and far', async () => {
  const year = { year: 2026 }
  expect((await list(large, year)).total).toBeGreaterThan(3_000)
  for (const sort of KAYIT_SORTS) {
    const ordered = (await orderedKayit(large, { ...year, sort, dir: 'asc' })).map(({ id }) => id)
    for (const page of [1, 15, 25])
      expect(idsOf(await list(large, { ...year, sort, page, size: 100 }))).toEqual(
        ordered.slice(100 * (page - 1), 100 * page),
      )
  }
})

describe('the n-gram index', () => {
  /** Returns parts of every length from the texts of every 97th record. */
  async function needles(column: 'search_name' | 'search_vehicle' | 'search_phone', shortest: number) {
    const texts = await db.selectFrom('kayit').select(`${column} as text`).orderBy('id').execute()
    const some = texts.filter((_, index) => index % 97 === 0)
    return some.flatMap(({ text }, index) => {
      const length = shortest + (index % 9)
      const part = text.slice(index % 5, (index % 5) + length)
      return part.length < shortest || part.includes(' ') ? [] : [part]
    })
  }

  test.each([
    ['name', 'search_name', 1],
    ['car', 'search_vehicle', 1],
    ['phone', 'search_phone', 4],
  ] as const)('finds every %s that contains the search term', async (kind, column, shortest) => {
    const shop = ctx.actor.shop
    const searched = await needles(column, shortest)
    expect(searched.length).toBeGreaterThan(20)
    for (const needle of searched) {
      const like = db
        .selectFrom('kayit')
        .where('shop_id', '=', shop)
        .where(column, 'like', `%${needle}%`)
        .select('id')
        .orderBy('id')
      const key = kind === 'name' ? foldPlain(needle) : needle
      const ids = await like.execute()
      expect(await like.where(mayContain({ table: 'kayit', shop, kind }, key)).execute()).toEqual(ids)
    }
  })

  test('finds no record of another shop', async () => {
    const found = await db
      .selectFrom('kayit')
      .where(mayContain({ table: 'kayit', shop: ctx.actor.shop, kind: 'name' }, 'a'))
      .select('shop_id')
      .distinct()
      .execute()
    expect(found).toEqual([{ shop_id: ctx.actor.shop }])
  })
})
