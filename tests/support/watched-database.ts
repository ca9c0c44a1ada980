import { type CompiledQuery, Kysely } from 'kysely'

import { createPool, type PoolTarget } from '#server/db/pool.ts'
import { SafePostgresDialect } from '#server/db/postgres-dialect.ts'
import type { DB } from '#server/db/schema.ts'

/** Enough for the assertions; under load more would fill the memory. */
const KEPT = 50

/** A database with the first statements that ran on it, in order; empty the list to start again. */
export function watchedDatabase(target: PoolTarget): { db: Kysely<DB>; statements: CompiledQuery[] } {
  const statements: CompiledQuery[] = []
  const dialect = new SafePostgresDialect(createPool(target))
  const log = ({ query }: { query: CompiledQuery }) =>
    void (statements.length < KEPT && statements.push(query))
  return { statements, db: new Kysely<DB>({ dialect, log }) }
}
