import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'

import { hasRecords, TABLES } from './tables.ts'

/**
 * Returns whether a database holds only the rows of a first start, and registers, which a restore keeps. A database of
 * another version has other `tables` and may not know erased users.
 */
export async function isUnused(
  db: Kysely<DB>,
  { tables = TABLES, knowsErased = true }: { tables?: readonly string[]; knowsErased?: boolean } = {},
): Promise<boolean> {
  for (const table of tables.filter(hasRecords))
    if ((await sql`select 1 as found from ${sql.table(table)} limit 1`.execute(db)).rows.length > 0)
      return false
  // An erased member of staff leaves an empty row.
  const users = db.selectFrom('users').select('id').limit(2)
  return (await (knowsErased ? users.where('erased_at', 'is', null) : users).execute()).length < 2
}
