import { randomBytes } from 'node:crypto'
import { Agent } from 'node:http'

import { type Kysely, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'

import { distribute } from '#server/platform/db/distribute/distribute.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { administer } from '#tests/support/database/administer.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { clusterDatabases, clusterOfRun } from '#tests/support/citus/cluster-database.ts'
import { databaseUrl, open } from '#tests/support/database/database.ts'
import { buildUser, type TestUser } from '#tests/support/rows/factories.ts'
import { fillShop } from '#tests/support/rows/many-shops.ts'
import { launchMain, type MainProcess } from '#tests/support/panel/main-process.ts'
import { get } from '#tests/support/clients/plain-get.ts'
import { procedure } from '#tests/support/panel/two-panels.ts'
import { startWriters, tally } from '#tests/support/clients/writers.ts'

const SHARDS = 4
const RECORDS = 300

/** The role of the requests, which the joining node lacks, like a server that was just installed. */
const role = `oto_join_${randomBytes(6).toString('hex')}`
// This hook is registered first, so it runs last: before, the role has rights in the databases.
afterAll(async () => {
  for (const node of clusterOfRun()) await administer(node, `drop role if exists ${role}`)
})
const databases = clusterDatabases()
const launched: MainProcess[] = []
afterAll(async () => {
  for (const { child } of launched) child.kill('SIGTERM')
  await Promise.all(launched.map(({ ended }) => ended))
})

type Shop = { user: TestUser; shard: number }

/** Stores a shop in each shard, with records. */
async function shopsOf(db: Kysely<DB>): Promise<Shop[]> {
  const shops = new Map<number, Shop>()
  while (shops.size < SHARDS) {
    const user = await buildUser(db)
    const { rows } = await sql<{ shard: number }>`
      select get_shard_id_for_distribution_column('kayit', ${user.id}::bigint)::int as shard`.execute(db)
    const shard = rows[0]?.shard ?? 0
    if (shops.has(shard)) continue
    await fillShop(db, user.id, { records: RECORDS })
    shops.set(shard, { user, shard })
  }
  return [...shops.values()]
}

/** Returns the port of the node of each shard of records. */
async function placesOf(db: Kysely<DB>): Promise<Map<number, number>> {
  const { rows } = await sql<{ shard: number; port: number }>`select shardid::int as shard, nodeport as port
    from citus_shards where table_name = 'kayit'::regclass`.execute(db)
  return new Map(rows.map(({ shard, port }) => [shard, port]))
}

/** Returns for each node whether searches may read their indexes under the policies. */
async function trusts(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ result: string }>`select result from run_command_on_all_nodes(
    $$select bool_and(proleakproof) from pg_proc
      where proname in ('textlike', 'arraycontains', 'search_grams')$$)
    join pg_dist_node using (nodeid) order by groupid`.execute(db)
  return rows.map(({ result }) => result)
}

test('a node that joins a filled cluster takes over shops while they save, with every row, policy and search', async () => {
  const members = clusterOfRun().slice(0, -1)
  const joining = clusterOfRun().at(-1) ?? {}
  const target = await databases.joined(members)
  const db = open(target)
  await migrateToLatest(db)
  await sql`create role ${sql.id(role)} login nobypassrls`.execute(db)
  await distribute(db, SHARDS)
  const panel = launchMain({
    DATABASE_URL: databaseUrl(target),
    DATABASE_REQUEST_URL: databaseUrl({ ...target, username: role }),
    LOG_LEVEL: 'info',
  })
  launched.push(panel)
  const address = await panel.ready()
  const shops = await shopsOf(db)
  const writing = shops.map(async ({ user, shard }) => ({
    user,
    shard,
    ...(await startWriters({ address, db, user, count: 1, pause: 10 })),
  }))
  const writers = await Promise.all(writing)
  const further = async (count: number) => {
    const before = writers.map(({ answers }) => answers.length)
    await expect
      .poll(() => writers.every(({ answers }, at) => answers.length > (before[at] ?? 0) + count))
      .toBe(true)
  }
  await further(10)

  await administer(joining, `create database ${target.database}`)
  await administer({ ...joining, database: target.database ?? '' }, 'create extension citus')
  await sql`select citus_add_node(${joining.host}::text, ${joining.port}::int)`.execute(db)
  expect(await trusts(db)).toEqual([...members.map(() => 't'), 'f'])
  await distribute(db)
  expect(await trusts(db)).toEqual(clusterOfRun().map(() => 't'))
  await sql`select citus_rebalance_start()`.execute(db)
  await sql`select citus_rebalance_wait()`.execute(db)
  await further(10)
  const places = await placesOf(db)
  const moved = shops.filter(({ shard }) => places.get(shard) === joining.port)
  expect(moved.length).toBeGreaterThan(0)
  expect(moved.length).toBeLessThan(SHARDS)
  for (const { stop } of writers) await stop()

  for (const { user, answers } of writers) {
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([200])
    const { lost, torn, acknowledged } = await tally(db, user, answers)
    expect(acknowledged).toBeGreaterThan(20)
    const written = new Set(answers.map(({ name }) => name))
    expect([lost, torn.filter((name) => written.has(name))]).toEqual([[], []])
  }
  const { rows } = await sql<{ unguarded: number }>`
    select count(*)::int as unguarded from run_command_on_shards('kayit',
      $$select relrowsecurity and exists (select from pg_policy where polrelid = pg_class.oid)
        from pg_class where oid = '%s'::regclass$$) where result <> 't'`.execute(db)
  expect(rows).toEqual([{ unguarded: 0 }])
  for (const { user } of moved) {
    const token = await startSession(db, user, { now: new Date() })
    const found = await get(new URL(procedure('kayit.list', { q: 'yıldırım' }), address), {
      agent: new Agent(),
      headers: { cookie: `session_id=${token}` },
    })
    expect(found.status).toBe(200)
    expect(found.text).toContain('Yıldırım')
  }
  expect(panel.output.err.split('\n').filter((line) => line.includes('"err":'))).toEqual([])
  await db.destroy()
}, 600_000)
