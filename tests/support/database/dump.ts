import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'

/** Returns every table that could hold a person's data: all but the migrations' own. */
async function tablesOf(db: Kysely<DB>): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables.flatMap(({ name, isView }) => (isView ? [] : [name])).sort()
}

/** Returns all rows of all tables, each as one text with the values of all its columns. */
export async function dumpOf(db: Kysely<DB>): Promise<Map<string, string[]>> {
  const dump = new Map<string, string[]>()
  for (const name of await tablesOf(db)) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    dump.set(
      name,
      // The nodes of a cluster return rows in any order.
      rows.map((row) => JSON.stringify(row)).sort(),
    )
  }
  return dump
}

/** Counts the rows of each table that contain one of the words; tables without any are left out. */
export function hitsOf(dump: ReadonlyMap<string, readonly string[]>, words: readonly string[]) {
  const hits = [...dump].map(([name, rows]): [string, number] => [
    name,
    rows.filter((row) => words.some((word) => row.includes(word))).length,
  ])
  return Object.fromEntries(hits.filter(([, count]) => count > 0))
}
