import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'

/** Every table with an owner or none: what a person's data could be in. Migrations' own tables are not. */
async function tablesOf(db: Kysely<DB>): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables.flatMap(({ name, isView }) => (isView ? [] : [name])).sort()
}

/** All rows of all tables, each as one text with the values of all its columns. */
export async function dumpOf(db: Kysely<DB>): Promise<Map<string, string[]>> {
  const dump = new Map<string, string[]>()
  for (const name of await tablesOf(db)) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    dump.set(
      name,
      // Rows of several nodes come in any order.
      rows.map((row) => JSON.stringify(row)).sort(),
    )
  }
  return dump
}

/** In how many rows of each table one of the words is; tables without any are left out. */
export function hitsOf(dump: ReadonlyMap<string, readonly string[]>, words: readonly string[]) {
  const hits = [...dump].map(([name, rows]): [string, number] => [
    name,
    rows.filter((row) => words.some((word) => row.includes(word))).length,
  ])
  return Object.fromEntries(hits.filter(([, count]) => count > 0))
}
