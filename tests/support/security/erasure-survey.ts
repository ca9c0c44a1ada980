import { createHash } from 'node:crypto'

import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'
import { foldPlain, storedSortKey } from '#shared/turkish.ts'

/** Returns every column that can hold a text, of every table, as the database itself lists them: 'customer.name'. */
export async function textColumns(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_name not like 'kysely%' and table_type = 'BASE TABLE'
      and data_type not in ('integer', 'bigint', 'smallint', 'boolean', 'date', 'timestamp with time zone')
    order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** Returns only letters and digits, without case and Turkish marks, so that spacing of a phone or plate is ignored. */
const solid = (text: string) => foldPlain(text).replace(/[^\p{L}\p{Nd}]/gu, '')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Returns a function that tells whether a stored text still contains one of the words: in any spelling, as a sort key,
 * or as the plain hash of one of the guesses, which an attacker finds by trying all phones.
 */
export function speaksOf(words: readonly string[], guesses: readonly string[]): (text: string) => boolean {
  const [solids, keys] = [words.map(solid), words.map(storedSortKey)]
  const hashes = guesses.map(sha256)
  return (text) => {
    const folded = solid(text)
    return (
      solids.some((word) => folded.includes(word)) || [...keys, ...hashes].some((key) => text.includes(key))
    )
  }
}

/** Returns the columns with a value for which `isFound` is true. */
export async function columnsWith(
  db: Kysely<DB>,
  columns: readonly string[],
  isFound: (text: string) => boolean,
): Promise<string[]> {
  const found = []
  for (const name of columns) {
    const [table = '', column = ''] = name.split('.')
    const { rows } = await sql<{ value: unknown }>`
      select distinct ${sql.ref(column)} as value from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(
      db,
    )
    if (rows.some(({ value }) => isFound(textOf(value)))) found.push(name)
  }
  return found
}

/** Returns bytes as the text that they may be, and as the digits of a hash. */
function textOf(value: unknown): string {
  if (value instanceof Uint8Array)
    return `${Buffer.from(value).toString('utf8')} ${Buffer.from(value).toString('hex')}`
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns the columns whose planner samples hold such a value. */
export async function sampledColumns(db: Kysely<DB>, isFound: (text: string) => boolean): Promise<string[]> {
  const { rows } = await sql<{ name: string; samples: string }>`
    select tablename || '.' || attname as name, concat(most_common_vals::text, histogram_bounds::text) as samples
    from pg_stats where schemaname = current_schema()`.execute(db)
  return rows.flatMap(({ name, samples }) => (isFound(samples) ? [name] : []))
}
