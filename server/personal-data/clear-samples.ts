import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'

/** Every table in which an erasure changes or deletes rows. */
const TABLES = [
  'belge',
  'change',
  'customer',
  'data_request',
  'idempotency_keys',
  'kayit',
  'users',
  'vehicle',
] as const

/** Housekeeping runs once a day; a step that failed is repeated the next day. */
const SINCE_MS = 2 * 86_400_000

/**
 * Makes PostgreSQL forget erased texts: its planner keeps samples of columns (`pg_stats`), and its files old rows, until a
 * table has changed enough. Not on pg-mem.
 */
export async function clearSamples(db: Kysely<DB>, now: Date): Promise<void> {
  if (db.getExecutor().adapter.supportsTransactionalDdl !== true) return
  const erased = await db
    .selectFrom('erasure')
    .where('at', '>=', new Date(now.getTime() - SINCE_MS))
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (erased === undefined) return
  for (const table of TABLES) await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
}
