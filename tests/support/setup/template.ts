import { Kysely } from 'kysely'

import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { MAINTENANCE_LIMITS } from '#server/platform/db/limits.ts'
import { createPool, type PoolTarget } from '#server/platform/db/pool.ts'
import { SafePostgresDialect } from '#server/platform/db/postgres-dialect.ts'
import { allowRequests, createRequestRole, REQUEST_ROLE } from '#server/platform/db/request-role.ts'
import type { DB } from '#server/platform/db/schema.ts'

/** The database from which each test file's database is copied. */
export const TEMPLATE = 'oto_servis_template'

/** Migrates once for the whole run, because copying is faster than migrating. A failure leaves no database behind. */
export async function makeTemplate(server: PoolTarget, remove: () => Promise<void>): Promise<void> {
  try {
    await migrateTemplate(server)
  } catch (error) {
    await remove()
    throw error
  }
}

async function migrateTemplate(server: PoolTarget): Promise<void> {
  const admin = createPool({ ...server, max: 1 })
  await admin.unsafe(`create database ${TEMPLATE}`)
  await admin.end()
  const db = new Kysely<DB>({
    dialect: new SafePostgresDialect(
      createPool({ ...server, database: TEMPLATE }, MAINTENANCE_LIMITS),
      MAINTENANCE_LIMITS,
    ),
  })
  await migrateToLatest(db)
  await createRequestRole(db, { password: server.password, isGuarded: true })
  await allowRequests(db, REQUEST_ROLE)
  await db.destroy()
}
