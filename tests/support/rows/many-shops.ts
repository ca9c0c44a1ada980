import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'
import type { InventedShop } from '#server/commands/demo/generate.ts'
import { seedUncounted } from '#server/commands/demo/seed.ts'
import { linkUnlinked } from '#server/kayit/fill-links.ts'
import { recountTotals } from '#server/stats/recount.ts'

import { buildUser, type TestUser } from './factories.ts'

/**
 * The tables that grow with a shop's work: a query that reads one as a whole makes every shop pay for all others. A
 * table follows those that it references.
 */
export const BIG_TABLES = [
  'vehicle',
  'customer',
  'kayit',
  'islem',
  'belge',
  'expense',
  'payment',
  'day_end',
  'change',
  'item_memory',
  'day_totals',
  'status_totals',
  'operation_totals',
  'make_totals',
  'idempotency_keys',
] as const

/**
 * Fills `shops` shops with the same rows: `records` records each, and hundreds of rows in every big table. Returns the
 * owner of the first one.
 */
export async function fillManyShops(
  db: Kysely<DB>,
  { shops, records }: { shops: number; records: number },
): Promise<TestUser> {
  const owner = await buildUser(db)
  const { id } = owner
  await fillShop(db, id, { records })
  const others: number[] = []
  for (let shop = 1; shop < shops; shop++) others.push((await buildUser(db)).id)
  await copyShop(db, id, others)
  await sql`vacuum analyze`.execute(db)
  return owner
}

/** Fills one shop with records and their cars, customers, files, changes and totals. */
export async function fillShop(
  db: Kysely<DB>,
  shop: number,
  { records, ...invented }: { records: number } & Pick<InventedShop, 'days' | 'secondJobs'>,
): Promise<void> {
  await seedUncounted(db, { ...invented, shopId: shop, seed: 1, count: records, today: '2026-11-20' })
  // Without statistics each month of the totals reads all items of a large shop.
  await sql`analyze`.execute(db)
  await recountTotals(db, shop)
  await linkUnlinked({ db, actor: { shop } })
  const from = sql`from kayit where shop_id = ${shop}`
  await sql`insert into belge (shop_id, kayit_id, ad, tur, boyut, url)
    select shop_id, id, 'fotograf.jpg', 'image/jpeg', 1, '/' ${from}`.execute(db)
  await sql`insert into change (shop_id, at, actor_id, actor_name, channel, noun, target_id, verb)
    select shop_id, created_at, shop_id, 'usta', 'page', 'kayit', id, 'create' ${from}`.execute(db)
  await sql`insert into payment (shop_id, day, kind, method, amount_kurus, kayit_id, customer_id, actor_id, actor_name,
      created_at, day_end_number)
    select shop_id, day, 'payment', 'cash', 100, id, customer_id, shop_id, 'usta', created_at, id % 300 ${from}`.execute(
    db,
  )
  await sql`insert into day_end (shop_id, number, day, opening_kurus, received_kurus, refunded_kurus, spent_kurus,
      expected_kurus, counted_kurus, difference_kurus, reason, actor_id, actor_name, created_at)
    select ${shop}, number, date '2026-01-01' + number, 0, 0, 0, 0, 0, 0, 0, '', ${shop}, 'usta', now()
    from generate_series(0, 300) as number`.execute(db)
  await sql`insert into idempotency_keys (shop_id, key, operation, target_id, created_at)
    select shop_id, 'anahtar-' || id, 'kayit.save', id, now() ${from}`.execute(db)
}

/** Copies the rows to other, empty shops. Rows are numbered within their shop, so a copy keeps the numbers. */
export async function copyShop(db: Kysely<DB>, from: number, to: readonly number[]): Promise<void> {
  for (const table of BIG_TABLES) {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'
        and column_name <> 'shop_id'`.execute(db)
    const columns = sql.join(rows.map(({ name }) => sql.ref(name)))
    await sql`insert into ${sql.table(table)} (shop_id, ${columns}) overriding system value
      select shop, ${columns} from ${sql.table(table)}, unnest(${[...to]}::bigint[]) as shop
      where shop_id = ${from}`.execute(db)
  }
}
