import type { Kysely } from 'kysely'

/** The version that the key's last save left: a retry changes only what nobody else has changed since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('idempotency_keys').addColumn('target_version', 'integer').execute()
}
