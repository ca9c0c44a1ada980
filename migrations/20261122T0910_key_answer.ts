import type { Kysely } from 'kysely'

/** What a call with an `Idempotency-Key` asked for, as a SHA-256, and what it was answered, as JSON. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('idempotency_keys').addColumn('request_sha256', 'text').execute()
  await db.schema.alterTable('idempotency_keys').addColumn('answer', 'text').execute()
}
