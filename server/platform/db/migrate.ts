import { setTimeout as sleep } from 'node:timers/promises'

import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

import { migrations } from '#migrations/index.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'
import type { DB } from '#server/platform/db/schema.ts'

import { codeOf } from './errors.ts'
import { buildIndexes, createIndexesWithin } from './indexes.ts'
import { changeSchema, isDistributed } from '#server/platform/db/distribute/plan.ts'
import { liftTimeLimits } from './limits.ts'
import { oneRow } from './one-row.ts'

/**
 * The wait of a migration for a table, in ms: all later statements on the table wait behind it. It is less than
 * PostgreSQL's `deadlock_timeout`, so that in a deadlock the migration gives way.
 */
const LOCK_MS = 900
/** Pause before the migration begins anew, in ms; it tries for a quarter of an hour. */
const PAUSE_MS = 3_000
const MOST_TRIES = 230
/** SQLSTATEs of a table that was not free in time, and of a deadlock with a reader of two tables. */
const IN_USE: readonly unknown[] = ['55P03', '40P01']

/**
 * Brings the schema to the newest version, all or nothing, then builds indexes beside the running panel. Throws a
 * StartupError when the operator can fix the cause, otherwise the migration's error.
 */
export async function migrateToLatest(db: Kysely<DB>): Promise<void> {
  try {
    await runInTransaction(db)
    await buildIndexes(db)
  } catch (error) {
    throw asStartupError(error)
  }
}

/** Runs all migrations in one transaction, and retries while a running instance's statement holds a table. */
async function runInTransaction(db: Kysely<DB>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(async (trx) => {
        // The wait for another instance, and the build of an index over a million rows, have no time limit.
        await liftTimeLimits(trx)
        await lockMigrations(trx)
        await sql`select set_config('lock_timeout', ${String(LOCK_MS)}, true)`.execute(trx)
        await checkRights(trx)
        await runAll(trx)
      })
    } catch (error) {
      if (!IN_USE.includes(codeOf(error)) || tries === MOST_TRIES) throw error
      await sleep(PAUSE_MS)
    }
  }
}

/** Locks the migrations before the migrator reads, because its `create table` would collide with another instance's. */
export const lockMigrations = (trx: Kysely<DB>): Promise<void> =>
  trx.getExecutor().adapter.acquireMigrationLock(trx, { lockTable: '', lockRowId: '' })

/** Migrates to `newest` in a transaction that holds the lock. Throws as `migrateToLatest` does. */
export async function migrateWithin(trx: Kysely<DB>, newest?: string): Promise<void> {
  try {
    await checkRights(trx)
    await runAll(trx, newest)
    if (newest === undefined) await createIndexesWithin(trx)
  } catch (error) {
    throw asStartupError(error)
  }
}

/** Returns the newest migration of this database; undefined for a database that is not ours. */
export async function newestMigration(db: Kysely<DB>): Promise<string | undefined> {
  const table = sql<{ name: string | null }>`select to_regclass('kysely_migration')::text as name`
  if ((await oneRow(table, db)).name === null) return undefined
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name desc limit 1`.execute(db)
  return rows[0]?.name
}

/** Returns whether this program has that migration, so that it can update a database of that version. */
export const isKnownMigration = (name: string): boolean => Object.hasOwn(migrations, name)

/** Returns the names of the migrations that this database lacks; none when its schema is current. */
export async function pendingMigrations(db: Kysely<DB>): Promise<string[]> {
  const infos = await migrator(db).getMigrations()
  return infos.filter((info) => info.executedAt === undefined).map((info) => info.name)
}

/** Checks the rights first, because after a refusal the migrator would look for its table and report that error. */
async function checkRights(trx: Kysely<DB>): Promise<void> {
  const rights = sql<{ usable: boolean }>`select to_regclass('kysely_migration') is not null
    or coalesce(has_schema_privilege(current_schema(), 'create'), false) as usable`
  if (!(await oneRow(rights, trx)).usable)
    throw new StartupError('DATABASE_URL: kullanıcının bu veritabanında tablo ve eklenti kurma izni yok.')
}

function asStartupError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = codeOf(error)
  if (code === '42501')
    return new StartupError(
      `DATABASE_URL: kullanıcının veritabanında tablo kurma izni yok (${error.message}).`,
    )
  if (code === '0A000' || code === '58P01')
    return new StartupError(`DATABASE_URL: sunucuda gerekli bir eklenti yok (${error.message}).`)
  if (IN_USE.includes(code))
    return new StartupError('DATABASE_URL: tablolar güncellenemedi, uzun süredir kullanımdalar.')
  if (error.message.startsWith('corrupted migrations: previously executed'))
    return new StartupError('DATABASE_URL, DATA_DIR: veritabanı programın daha yeni bir sürümüne ait.')
  return error
}

async function runAll(db: Kysely<DB>, newest?: string): Promise<void> {
  const all = migrator(db, await migrationsFor(db))
  const { error } = await (newest === undefined ? all.migrateToLatest() : all.migrateTo(newest))
  if (error !== undefined) throw error
}

type Migrations = Record<string, Migration>

const migrator = (db: Kysely<DB>, all: Migrations = migrations): Migrator =>
  new Migrator({ db, provider: { getMigrations: () => Promise.resolve(all) } })

/** Returns the migrations; in a distributed database each also puts its tables in their place. */
async function migrationsFor(db: Kysely<DB>): Promise<Migrations> {
  if (!(await isDistributed(db))) return migrations
  const inPlace = (one: Migration): Migration => ({ up: (trx) => changeSchema(trx, () => one.up(trx)) })
  return Object.fromEntries(Object.entries(migrations).map(([name, migration]) => [name, inPlace(migration)]))
}
