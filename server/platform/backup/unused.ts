import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'

import { hasRecords, TABLES } from './tables.ts'

type Existing = { tables: readonly string[]; knowsErased: boolean }

/**
 * Whether a database holds at most what a first start made, and registers, which a restore keeps. `existing`: the tables
 * of a database that may be of another version.
 */
export async function isUnused(
  db: Kysely<DB>,
  { tables, knowsErased }: Existing = { tables: TABLES, knowsErased: true },
): Promise<boolean> {
  for (const table of tables.filter(hasRecords))
    if ((await sql`select 1 as found from ${sql.table(table)} limit 1`.execute(db)).rows.length > 0)
      return false
  // The row of an erased member of staff is empty.
  const users = db.selectFrom('users').select('id').limit(2)
  return (await (knowsErased ? users.where('erased_at', 'is', null) : users).execute()).length < 2
}
