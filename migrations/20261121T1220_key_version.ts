import type { Kysely } from 'kysely'

/**
 * Stores the version that the key's last save produced: a retry changes only rows that no other user has changed since.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('idempotency_keys').addColumn('target_version', 'integer').execute()
}
