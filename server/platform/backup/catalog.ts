import { type Kysely, sql } from 'kysely'

import { foreignKeysOf } from '#server/platform/db/distribute/state.ts'
import { oneRow } from '#server/platform/db/one-row.ts'
import type { DB } from '#server/platform/db/schema.ts'

export type StoredTable = { name: string; columns: string[] }

/** `last`: the last number that the sequence gave; `null` if it has given none. */
export type StoredSequence = { name: string; last: number | null }

/** Returns our tables with their stored columns, each after the tables that it references. Throws on a circle. */
export async function storedTables(db: Kysely<DB>): Promise<StoredTable[]> {
  const { rows: tables } = await sql<StoredTable>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and c.relname not in ('kysely_migration', 'kysely_migration_lock')
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`.execute(db)
  const references = (await foreignKeysOf(db)).filter(({ table, to }) => table !== to)
  const sorted = new Map<string, StoredTable>()
  while (sorted.size < tables.length) {
    const next = tables.filter(
      ({ name }) =>
        !sorted.has(name) && references.every(({ table, to }) => table !== name || sorted.has(to)),
    )
    if (next.length === 0) throw new Error('Tables reference each other in a circle.')
    for (const table of next) sorted.set(table.name, table)
  }
  return [...sorted.values()]
}

/** Returns the sequences that number the rows of a table, with the largest number in use; `null` without a row. */
export async function rowNumbers(db: Kysely<DB>): Promise<{ name: string; largest: number | null }[]> {
  const { rows } = await sql<{ name: string; table: string; column: string }>`
    select s.relname as name, t.relname as "table", a.attname as "column"
    from pg_class s
      join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid
        and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
      join pg_class t on t.oid = d.refobjid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
    where s.relkind = 'S' and s.relnamespace = current_schema()::regnamespace`.execute(db)
  const found = []
  for (const { name, table, column } of rows) {
    const largest = sql<{ largest: number | null }>`
      select max(${sql.ref(column)}) as largest from ${sql.table(table)}`
    found.push({ name, ...(await oneRow(largest, db)) })
  }
  return found
}

export async function storedSequences(db: Kysely<DB>): Promise<StoredSequence[]> {
  const { rows } = await sql<StoredSequence>`
    select sequencename as name, last_value as last from pg_sequences
    where schemaname = current_schema() order by sequencename`.execute(db)
  return rows
}
