import { Kysely } from 'kysely'

import { distribute } from '#server/platform/db/distribute/distribute.ts'
import { MAINTENANCE_LIMITS } from '#server/platform/db/limits.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { createPool, type PoolTarget } from '#server/platform/db/pool.ts'
import { SafePostgresDialect } from '#server/platform/db/postgres-dialect.ts'
import { allowRequests, createRequestRole, REQUEST_ROLE } from '#server/platform/db/request-role.ts'
import type { DB } from '#server/platform/db/schema.ts'

import { administer } from '#tests/support/database/administer.ts'
import { dropClusterDatabase, makeClusterDatabase } from './cluster-database.ts'
import { TEMPLATE } from '#tests/support/setup/template.ts'

/** Enough shards for every node to have some, and few enough to be copied for each test file. */
const SHARDS = 4

/**
 * Makes the distributed template. A copy of it in every node is a distributed database: Citus refers to tables by
 * numbers, which are copied with them, and to nodes by their addresses.
 */
export async function makeCitusTemplate(nodes: readonly PoolTarget[]): Promise<void> {
  // A run with several projects makes the template once.
  const run = `run ${process.pid}`
  if ((await commentOf(nodes[0])) === run) return
  await dropClusterDatabase(nodes, TEMPLATE)
  const target = await makeClusterDatabase(nodes, TEMPLATE)
  const pool = createPool(target, MAINTENANCE_LIMITS)
  const db = new Kysely<DB>({ dialect: new SafePostgresDialect(pool, MAINTENANCE_LIMITS) })
  try {
    await migrateToLatest(db)
    await createRequestRole(db, { isGuarded: true })
    await distribute(db, SHARDS)
    await allowRequests(db, REQUEST_ROLE)
  } finally {
    await db.destroy()
  }
  await administer(target, `comment on database ${TEMPLATE} is '${run}'`)
  for (const node of nodes) await leaveAlone(node)
}

async function commentOf(node: PoolTarget = {}): Promise<string | null> {
  const pool = createPool({ ...node, max: 1 })
  const rows = await pool<{ comment: string | null }[]>`
    select shobj_description(oid, 'pg_database') as comment from pg_database where datname = ${TEMPLATE}`
  await pool.end()
  return rows[0]?.comment ?? null
}

/** Disconnects Citus's own process from the template, because a database in use cannot be copied. */
async function leaveAlone(node: PoolTarget): Promise<void> {
  await administer(node, `alter database ${TEMPLATE} allow_connections false`)
  await administer(
    node,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${TEMPLATE}'`,
  )
}

/** Sets the database's settings again, because a copied database does not inherit them. */
export async function passOnSettings({ database, ...server }: PoolTarget): Promise<void> {
  await administer(
    { ...server, database: 'postgres' },
    `alter database ${database} set citus.propagate_set_commands to 'local'`,
  )
}
