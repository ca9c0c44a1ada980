import { describe, expect, test } from 'vitest'

import { compiled, Literal } from '#server/platform/db/compiled.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser } from '#tests/support/rows/factories.ts'

const db = await testDatabase()

let builds = 0
const userOf = compiled((db, { id }: { id: number }, { byName }: { byName: boolean }) => {
  builds += 1
  const users = db.selectFrom('users').where('id', '=', id)
  return byName ? users.select('username as found') : users.select('email as found')
})

describe('a compiled statement', () => {
  test('is built once for each shape, and takes its values anew', async () => {
    const [ayse, ali] = [await buildUser(db), await buildUser(db)]
    builds = 0
    expect(await userOf(db, { id: ayse.id }, { byName: true })).toEqual([{ found: ayse.username }])
    expect(await userOf(db, { id: ali.id }, { byName: true })).toEqual([{ found: ali.username }])
    const [{ found } = {}] = await userOf(db, { id: ali.id }, { byName: false })
    expect(found).toContain('@')
    expect(await userOf(db, { id: 0 }, { byName: false })).toEqual([])
    expect(builds).toBe(2)
  })

  test('depends on what its input has, however deep, and takes `null` as a value', async () => {
    const user = await buildUser(db)
    let made = 0
    type Filter = { ids?: { id: number }[]; range: { from: number; until: number | null } | undefined }
    const found = compiled((on, { ids, range }: Filter) => {
      made += 1
      const users = on.selectFrom('users').select('id').where('id', '=', user.id)
      const inRange = range === undefined ? users : users.where('id', '>=', range.from)
      return ids === undefined
        ? inRange
        : inRange.where((eb) => eb.or(ids.map(({ id }) => eb('id', '=', id))))
    })
    const from = { from: user.id, until: null }
    expect(await found(db, { range: from })).toEqual([{ id: user.id }])
    expect(await found(db, { range: { from: user.id + 1, until: 3 } })).toEqual([])
    expect(await found(db, { range: undefined })).toEqual([{ id: user.id }])
    expect(await found(db, { range: undefined, ids: [{ id: 0 }, { id: user.id }] })).toEqual([
      { id: user.id },
    ])
    expect(await found(db, { range: undefined, ids: [{ id: user.id }, { id: 0 }] })).toEqual([
      { id: user.id },
    ])
    expect(await found(db, { range: undefined, ids: [{ id: 0 }] })).toEqual([])
    expect(made).toBe(4)
  })

  test('is forgotten when there are too many', async () => {
    let made = 0
    const one = compiled((on, _: { id: number }, { alias }: { alias: string }) => {
      made += 1
      return on.selectFrom('users').select(`id as ${alias}`).limit(1)
    })
    for (let index = 0; index <= 500; index++) await one(db, { id: 0 }, { alias: `a${index}` })
    await one(db, { id: 0 }, { alias: 'a500' })
    expect(made).toBe(501)
    await one(db, { id: 0 }, { alias: 'a0' })
    expect(made).toBe(502)
  })

  test('writes its own numbers and literals of its input into its text, and takes others as parameters', async () => {
    const user = await buildUser(db)
    let made = 0
    const first = compiled((on, { id, size }: { id: number; size: Literal | number }) => {
      made += 1
      const users = on
        .selectFrom('users')
        .select('id')
        .where('id', '>=', id)
        .where('id', '>', 0)
        .orderBy('id')
      return users.limit(size instanceof Literal ? size.value : size)
    })
    const found: (readonly unknown[])[] = []
    for (const size of [new Literal(1), new Literal(1), new Literal(0), 1])
      found.push(await first(db, { id: user.id, size }))
    expect(found).toEqual([[{ id: user.id }], [{ id: user.id }], [], [{ id: user.id }]])
    expect(made).toBe(3)
  })

  test('cannot depend on a value', async () => {
    const greedy = compiled((db, { id }: { id: number }) =>
      db
        .selectFrom('users')
        .select('id')
        .where('id', '=', id + 1),
    )
    await expect(greedy(db, { id: 1 })).rejects.toThrow('before the value of "id" is known')
  })

  test('is built anew for a database with a plugin, which must see it', async () => {
    const seen: string[] = []
    const watched = db.withPlugin({
      transformQuery: ({ node }) => (seen.push(node.kind), node),
      transformResult: ({ result }) => Promise.resolve(result),
    })
    const user = await buildUser(db)
    expect(await userOf(watched, { id: user.id }, { byName: true })).toEqual([{ found: user.username }])
    expect(seen).toEqual(['SelectQueryNode'])
  })
})

type Row = { shop_id: number; month: string; arac_marka: string; count: number; gelir_kurus: number }
let inserts = 0
const insertMonths = compiled((db, rows: Row[]) => {
  inserts += 1
  return db.insertInto('make_totals').values(rows).returning(['month', 'count'])
})

test('a compiled insert takes any number of rows and is built once for each small number', async () => {
  const user = await buildUser(db)
  let year = 1900
  const months = (count: number): Row[] =>
    Array.from({ length: count }, (_, n) => ({
      shop_id: user.id,
      month: `${year++}-01-01`,
      arac_marka: `Marka ${n}`,
      count: n,
      gelir_kurus: 2 * n,
    }))
  inserts = 0
  for (const rows of [months(1), months(3), months(1), months(3), months(100), months(100)]) {
    const stored = await insertMonths(db, rows)
    expect(stored).toEqual(rows.map(({ month, count }) => ({ month, count })))
  }
  expect(inserts).toBe(4)
  const all = await db
    .selectFrom('make_totals')
    .where('shop_id', '=', user.id)
    .select(['month', 'arac_marka', 'count', 'gelir_kurus'])
    .execute()
  expect(all).toHaveLength(208)
  const mixed = all.filter(
    (row) => row.gelir_kurus !== 2 * row.count || row.arac_marka !== `Marka ${row.count}`,
  )
  expect(mixed).toEqual([])
})
