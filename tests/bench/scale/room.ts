import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'

/** Sizes of a table and of its indexes, in bytes. */
export type Room = { table: string; rows: number; tableBytes: number; indexBytes: number }

/** Returns the sizes of the largest tables, the largest first; the database must have been vacuumed. */
export async function roomOf(db: Kysely<DB>): Promise<Room[]> {
  const { rows } = await sql<Room>`
    select relname as table, greatest(reltuples, 0)::bigint as rows,
      pg_table_size(oid) as "tableBytes", pg_indexes_size(oid) as "indexBytes"
    from pg_class where relkind = 'r' and relnamespace = current_schema()::text::regnamespace
    order by pg_total_relation_size(oid) desc limit 12`.execute(db)
  return rows
}
