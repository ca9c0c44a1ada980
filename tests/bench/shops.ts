import { Kysely, sql } from 'kysely'

import { connectRequests } from '#server/platform/db/database.ts'
import { MAINTENANCE_LIMITS } from '#server/platform/db/limits.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { createPool, type PoolTarget } from '#server/platform/db/pool.ts'
import { SafePostgresDialect } from '#server/platform/db/postgres-dialect.ts'
import { allowRequests, createRequestRole, REQUEST_ROLE } from '#server/platform/db/request-role.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { seedRecords } from '#server/commands/demo/seed.ts'
import { buildUser, type TestUser } from '#tests/support/rows/factories.ts'
import { asRequests, guardRequests } from '#tests/support/database/guarded.ts'

import { named, say } from './report.ts'

type Shops = AsyncDisposable & { db: Kysely<DB>; users: TestUser[] }

/** Makes a database with shops of these sizes, whose operations run as the requests' role. */
export async function makeShops(target: PoolTarget, sizes: readonly number[], today: string): Promise<Shops> {
  const pool = createPool(target, MAINTENANCE_LIMITS)
  const db = new Kysely<DB>({ dialect: new SafePostgresDialect(pool, MAINTENANCE_LIMITS) })
  await migrateToLatest(db)
  await createRequestRole(db, { password: target.password, isGuarded: true })
  await allowRequests(db, REQUEST_ROLE)
  const requests = connectRequests({ ...asRequests(target), isGuarded: true }, { limits: MAINTENANCE_LIMITS })
  guardRequests(db, requests.db)
  const users: TestUser[] = []
  for (const count of sizes) {
    const user = await buildUser(db)
    const started = performance.now()
    await seedRecords(db, { shopId: user.id, seed: count, count, today })
    say(`A shop of ${named(count)} records, made in ${((performance.now() - started) / 1_000).toFixed(1)} s.`)
    users.push(user)
  }
  // In production rows arrive over years, so the maintenance after a bulk load is not measured.
  await sql`vacuum analyze`.execute(db)
  const end = async () => {
    await requests.close()
    await db.destroy()
  }
  return { db, users, [Symbol.asyncDispose]: end }
}
