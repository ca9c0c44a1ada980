import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'

import { placingStatements, SHARDS } from './plan.ts'

/** Changes shards one by one: Citus refuses parallel changes of tables with foreign keys to tables everywhere. */
export async function oneNodeAfterTheOther(trx: Kysely<DB>): Promise<void> {
  await sql`set local citus.multi_shard_modify_mode to 'sequential'`.execute(trx)
}

/** Puts every table in its place, in the transaction of `trx`. Returns the statements. */
export async function placeTables(trx: Kysely<DB>, shards = SHARDS): Promise<string[]> {
  const statements = await placingStatements(trx, shards)
  for (const statement of statements) await sql.raw(statement).execute(trx)
  return statements
}

/**
 * Carries out a migration in a distributed database: what it makes is put in its place before the next one fills it.
 * Citus would know a new table with a key to a table everywhere at once, and then refuses to distribute its identity column.
 */
export async function changeSchema(trx: Kysely<DB>, change: () => Promise<void>): Promise<void> {
  await oneNodeAfterTheOther(trx)
  await sql`set local citus.enable_local_reference_table_foreign_keys to off`.execute(trx)
  await change()
  await sql`set local citus.enable_local_reference_table_foreign_keys to on`.execute(trx)
  await placeTables(trx)
}
