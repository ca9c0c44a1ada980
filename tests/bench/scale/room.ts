import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'

/** Bytes of a table with its indexes, and what comes to one record. */
export type Room = { table: string; rows: number; tableBytes: number; indexBytes: number }

/** The room that each table takes, the largest first, of a database that was vacuumed. */
export async function roomOf(db: Kysely<DB>): Promise<Room[]> {
  const { rows } = await sql<Room>`
    select relname as table, greatest(reltuples, 0)::bigint as rows,
      pg_table_size(oid) as "tableBytes", pg_indexes_size(oid) as "indexBytes"
    from pg_class where relkind = 'r' and relnamespace = current_schema()::text::regnamespace
    order by pg_total_relation_size(oid) desc limit 12`.execute(db)
  return rows
}
