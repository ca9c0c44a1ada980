import type { Kysely } from 'kysely'

/** Stores the input of a call with an `Idempotency-Key`, as a SHA-256, and its answer, as JSON. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('idempotency_keys').addColumn('request_sha256', 'text').execute()
  await db.schema.alterTable('idempotency_keys').addColumn('answer', 'text').execute()
}
