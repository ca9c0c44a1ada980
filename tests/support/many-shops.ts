import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/db/schema.ts'
import { seedRecords } from '#server/demo/seed.ts'
import { rebuildAll } from '#server/jobs/rebuild.ts'
import { fillLinks } from '#server/kayit/fill-links.ts'

import { buildUser } from './factories.ts'

/**
 * The tables that grow with a shop's work: of one that is read as a whole, every shop pays for all others. Each after
 * those that it points to.
 */
export const BIG_TABLES = [
  'vehicle',
  'customer',
  'kayit',
  'islem',
  'belge',
  'expense',
  'change',
  'item_memory',
  'day_totals',
  'operation_totals',
  'idempotency_keys',
] as const

/** So many shops with the same rows: `records` records each, and of every big table hundreds of rows. */
export async function fillManyShops(
  db: Kysely<DB>,
  { shops, records }: { shops: number; records: number },
): Promise<void> {
  const { id } = await buildUser(db)
  await seedRecords(db, { userId: id, seed: 1, count: records, today: '2026-11-20' })
  await fillLinks(db, new Date())
  await rebuildAll(db)
  await sql`insert into belge (user_id, kayit_id, ad, tur, boyut, url)
    select user_id, id, 'fotograf.jpg', 'image/jpeg', 1, '/' from kayit`.execute(db)
  await sql`insert into change (user_id, at, actor_id, actor_name, channel, noun, target_id, verb)
    select user_id, created_at, user_id, 'usta', 'page', 'kayit', id, 'create' from kayit`.execute(db)
  await sql`insert into idempotency_keys (user_id, key, operation, target_id, created_at)
    select user_id, 'anahtar-' || id, 'kayit.save', id, now() from kayit`.execute(db)
  for (let shop = 1; shop < shops; shop++) {
    const other = await buildUser(db)
    for (const table of BIG_TABLES) await copyRows(db, table, { from: id, to: other.id })
  }
  await sql`vacuum analyze`.execute(db)
}

type Ends = { from: number; to: number }

/** Rows are numbered within their shop, so a copy keeps the numbers. */
async function copyRows(db: Kysely<DB>, table: string, { from, to }: Ends): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'
      and column_name <> 'user_id'`.execute(db)
  const columns = sql.join(rows.map(({ name }) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (user_id, ${columns}) overriding system value
    select ${to}, ${columns} from ${sql.table(table)} where user_id = ${from}`.execute(db)
}
