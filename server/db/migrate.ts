import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

// oxlint-disable-next-line no-restricted-imports -- migrations stand beside the server and have no # name.
import { migrations, postgresOnly } from '../../migrations/index.ts'
import type { DB } from '#server/db/schema.ts'

/**
 * Brings the schema to the newest version, all of it or nothing. Instances that start together wait for each
 * other. Throws what the failing migration threw.
 */
export async function migrateToLatest(db: Kysely<DB>): Promise<void> {
  if (!hasTransactionalDdl(db)) return runAll(db)
  await db.transaction().execute(async (trx) => {
    // Waiting for another instance, or building an index over a million rows, takes as long as it takes.
    await sql`select set_config('statement_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true)`.execute(trx)
    // Before the migrator looks at anything: its own `create table` would collide with the other instance's.
    await trx.getExecutor().adapter.acquireMigrationLock(trx, { lockTable: '', lockRowId: '' })
    await runAll(trx)
  })
}

/** Names of the migrations that this database has not had yet; empty means that its schema is current. */
export async function pendingMigrations(db: Kysely<DB>): Promise<string[]> {
  const infos = await migrator(db).getMigrations()
  return infos.filter((info) => info.executedAt === undefined).map((info) => info.name)
}

async function runAll(db: Kysely<DB>): Promise<void> {
  const { error } = await migrator(db).migrateToLatest()
  if (error !== undefined) throw error
}

function migrator(db: Kysely<DB>): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => migrationsFor(db) } })
}

function migrationsFor(db: Kysely<DB>): Record<string, Migration> {
  if (hasTransactionalDdl(db)) return migrations
  return Object.fromEntries(Object.entries(migrations).filter(([name]) => !postgresOnly.has(name)))
}

/** Every PostgreSQL has it. pg-mem, which developers use for quick tests, has not, and skips what it cannot do. */
function hasTransactionalDdl(db: Kysely<DB>): boolean {
  return db.getExecutor().adapter.supportsTransactionalDdl === true
}
