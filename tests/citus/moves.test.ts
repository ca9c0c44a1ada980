import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { isolateShop, parseNode } from '#server/platform/db/distribute/distribute.ts'
import { clusterOfRun } from '#tests/support/citus/cluster-database.ts'
import { databaseUrl, open, testDatabaseTarget } from '#tests/support/database/database.ts'
import { buildUser, type TestUser } from '#tests/support/rows/factories.ts'
import { launchMain, type MainProcess } from '#tests/support/panel/main-process.ts'
import { startWriters, tally } from '#tests/support/clients/writers.ts'

const target = await testDatabaseTarget()
const db = open(target)
let panel: MainProcess
let address: string

beforeAll(async () => {
  panel = launchMain({ DATABASE_URL: databaseUrl(target), LOG_LEVEL: 'info' })
  address = await panel.ready()
})
afterAll(async () => {
  panel.child.kill('SIGTERM')
  await panel.ended
  await db.destroy()
})

/** Returns the node with a shop's rows, and whether no other shop's rows are in the same shard. */
async function placeOf({ id }: TestUser): Promise<{ port: number; isAlone: boolean }> {
  const { rows } = await sql<{ port: number; isAlone: boolean }>`
    select nodeport as port, shardminvalue = shardmaxvalue as "isAlone"
    from citus_shards join pg_dist_shard using (shardid)
    where shardid = get_shard_id_for_distribution_column('kayit', ${id}::bigint)`.execute(db)
  return rows[0] ?? { port: 0, isAlone: false }
}

/** Returns a worker that does not have the shop's rows. */
async function otherNode(user: TestUser): Promise<{ host: string; port: number }> {
  const { port } = await placeOf(user)
  const other = clusterOfRun().find((node, index) => index > 0 && node.port !== port)
  return { host: other?.host ?? '', port: other?.port ?? 0 }
}

describe('moving a shop', { timeout: 300_000 }, () => {
  test('gives it shards of its own in another node while it and another shop save', async () => {
    const users = [await buildUser(db), await buildUser(db)] as const
    const [moved, stays] = users
    const writing = users.map((user) => startWriters({ address, db, user, count: 3, pause: 10 }))
    const writers = await Promise.all(writing)
    const node = await otherNode(moved)
    await isolateShop(db, moved.id, node)
    expect(await placeOf(moved)).toEqual({ port: node.port, isAlone: true })
    const saved = writers.map(({ answers }) => answers.length)
    await expect
      .poll(() => writers.every(({ answers }, at) => answers.length > (saved[at] ?? 0) + 20))
      .toBe(true)
    for (const one of writers) await one.stop()
    for (const [at, user] of [moved, stays].entries()) {
      const answers = writers[at]?.answers ?? []
      expect([...new Set(answers.map(({ status }) => status))]).toEqual([200])
      const found = await tally(db, user, answers)
      expect(found.acknowledged).toBeGreaterThan(20)
      expect([found.lost, found.torn]).toEqual([[], []])
    }
  })

  test('a shop that is there already moves nothing, and a move back moves its shards only', async () => {
    const user = await buildUser(db)
    const node = await otherNode(user)
    await isolateShop(db, user.id, node)
    await isolateShop(db, user.id, node)
    expect(await placeOf(user)).toEqual({ port: node.port, isAlone: true })
    const back = await otherNode(user)
    await isolateShop(db, user.id, back)
    expect(await placeOf(user)).toEqual({ port: back.port, isAlone: true })
  })

  test('refuses what is no shop and no node', async () => {
    const user = await buildUser(db)
    const node = await otherNode(user)
    await expect(isolateShop(db, 2_000_000_000, node)).rejects.toThrow(/^--isolate: 2000000000 /)
    const member = await buildUser(db, { shop_id: user.id, role: 'desk' })
    await expect(isolateShop(db, member.id, node)).rejects.toThrow(/^--isolate: /)
    await expect(isolateShop(db, user.id, { ...node, port: 1 })).rejects.toThrow(/^--node: .*:1 /)
    expect([parseNode('db1:5432'), parseNode('::1:5432'), parseNode('db1'), parseNode('')]).toEqual([
      { host: 'db1', port: 5432 },
      { host: '::1', port: 5432 },
      undefined,
      undefined,
    ])
  })
})
