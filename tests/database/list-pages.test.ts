import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { createRandom } from '#server/commands/demo/generate.ts'
import { seedRecords } from '#server/commands/demo/seed.ts'
import { sortColumns } from '#server/kayit/list.ts'
import { recountTotals } from '#server/stats/recount.ts'
import { KAYIT_PAGE_SIZES, MAX_COUNTED } from '#shared/options.ts'
import { KAYIT_SORTS } from '#shared/kayit/schema.ts'
import { foldPlain, orderTr, searchPatterns } from '#shared/turkish.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { list } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
/** Two years of records: one year exceeds the limit of sorted rows, a common letter the limit of counted rows. */
const RECORDS = 9_000
/** One combination in so many is tried. */
const SAMPLED = 60

let ctx: ReturnType<typeof userCtx>
let rows: Awaited<ReturnType<typeof rowsOf>>

const rowsOf = (shop: number) =>
  db
    .selectFrom('kayit')
    .where('shop_id', '=', shop)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .select([
      'id',
      'durum',
      'status_sort_key',
      'customer_sort_key',
      'vin_sort_key',
      'plate_sort_key',
      'islem_sayisi',
    ])
    .select(['day', 'giris_tarihi', 'cikis_tarihi', 'search_name', 'search_vehicle', 'search_phone'])
    .execute()
type Row = (typeof rows)[number]

beforeAll(async () => {
  const user = await buildUser(db)
  const { id } = user
  for (const [userId, count] of [
    [id, RECORDS],
    [(await buildUser(db)).id, 1_000],
  ] as const)
    await seedRecords(db, { shopId: userId, seed: count, count, today: '2026-12-31' })
  await sql`update kayit set giris_tarihi = null, kayit_tarihi = day where id % 7 = 0`.execute(db)
  await sql`update kayit set cikis_tarihi = null where id % 11 = 0`.execute(db)
  await sql`update kayit set deleted_at = now() where id % 13 = 0`.execute(db)
  await recountTotals(db, id)
  await sql`vacuum analyze`.execute(db)
  ctx = userCtx(db, user)
  rows = await rowsOf(id)
})

type Asked = NonNullable<Parameters<typeof list>[1]>
type Filter = Pick<Asked, 'year' | 'month' | 'open'>

function isFound(row: Row, { year, month, open, q = '' }: Filter & { q?: string | undefined }): boolean {
  if (year !== undefined && Number(row.day.slice(0, 4)) !== year) return false
  if (month !== undefined && Number(row.day.slice(5, 7)) !== month) return false
  if (open === true && row.durum !== 'Devam Ediyor' && row.cikis_tarihi !== null) return false
  if (q === '') return true
  const { words, vehicle, phone } = searchPatterns(q)
  const letters = words.filter((word) => foldPlain(word) !== '')
  return (
    (letters.length > 0 && letters.every((word) => row.search_name.includes(word))) ||
    (vehicle !== '' && row.search_vehicle.includes(vehicle)) ||
    (phone !== '' && row.search_phone.includes(phone))
  )
}

/** Compares like the database: empty dates first, texts by their bytes. */
function compare(one: string | number | null, other: string | number | null): number {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? -1 : 1
  if (typeof one === 'number') return one - Number(other)
  return Buffer.compare(Buffer.from(one), Buffer.from(String(other)))
}

const FILTERS: Filter[] = [
  {},
  { year: 2026 },
  { year: 2025 },
  { year: 2026, month: 3 },
  { year: 2019 },
  { open: true },
  { open: true, year: 2026 },
]
const SEARCHES = [
  undefined,
  'a',
  'A',
  'er',
  '34',
  'ğ',
  'yılmaz',
  'ahmet a',
  '053',
  'zzqq',
  'İ',
  '\u0301',
  'a \u0308',
]
const STATUSES = [undefined, 'İptal', 'Tamamlandı', 'yok']

const product = <A, B>(ones: readonly A[], others: readonly B[]): [A, B][] =>
  ones.flatMap((one) => others.map((other): [A, B] => [one, other]))

test('every page of every list is that of a plain sort of all records', async () => {
  const random = createRandom(7)
  const filters = product(product(FILTERS, SEARCHES), product(STATUSES, [false, true]))
  const orders = product(KAYIT_SORTS, ['asc', 'desc'] as const)
  let pages = 0
  for (const [[[filter, q], [durum, exact]], [sort, dir]] of product(filters, orders)) {
    if (!random.chance(1 / SAMPLED)) continue
    const found = rows.filter((row) => isFound(row, { ...filter, q }))
    const { column } = sortColumns[sort]
    const ids = found
      .filter((row) => durum === undefined || row.durum === durum)
      .toSorted((a, b) => compare(a[column], b[column]) * (dir === 'asc' ? 1 : -1) || a.id - b.id)
      .map(({ id }) => id)
    const isBounded = q !== undefined && !exact
    const size = random.pick(KAYIT_PAGE_SIZES)
    const last = Math.max(1, Math.ceil(ids.length / size))
    for (const page of new Set([1, Math.ceil(last / 2), last, last + 1, random.int(1, last)])) {
      const asked = { ...filter, q, durum, sort, dir, size, page, ...(exact && { exact }) }
      const { items, total, statuses, more = false, ...rest } = await list(ctx, asked)
      if ('similar' in rest) continue
      pages += 1
      // A search with more matches than are counted offers the statuses of the whole period.
      const offered =
        isBounded && found.length > MAX_COUNTED ? rows.filter((row) => isFound(row, filter)) : found
      expect({ asked, ids: items.map(({ kayit_id }) => kayit_id), total, more, statuses }).toEqual({
        asked,
        ids: ids.slice((page - 1) * size, page * size),
        total: isBounded ? Math.min(MAX_COUNTED, ids.length) : ids.length,
        more: isBounded && ids.length > MAX_COUNTED,
        statuses: [...new Set(offered.map((row) => row.durum))].toSorted(orderTr),
      })
    }
  }
  expect(pages).toBeGreaterThan(500)
})
