import type { Kysely, RawBuilder } from 'kysely'

import type { DB } from './schema.ts'

/** Executes a statement that always returns one row; returns that row. */
export async function oneRow<T>(statement: RawBuilder<T>, db: Kysely<DB>): Promise<T> {
  const { rows } = await statement.execute(db)
  if (rows[0] === undefined) throw new Error('The statement returned no row.')
  return rows[0]
}
