import { Agent } from 'node:http'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { startSession } from '#tests/support/rows/auth.ts'
import { clusterOfRun } from '#tests/support/citus/cluster-database.ts'
import { databaseUrl, open, testDatabaseTarget } from '#tests/support/database/database.ts'
import { takeDown } from '#tests/support/citus/down-node.ts'
import { buildUser, type TestUser } from '#tests/support/rows/factories.ts'
import { asRequests } from '#tests/support/database/guarded.ts'
import { failedCalls, launchMain, type MainProcess } from '#tests/support/panel/main-process.ts'
import { get } from '#tests/support/clients/plain-get.ts'
import { procedure } from '#tests/support/panel/two-panels.ts'
import { startWriters, tally } from '#tests/support/clients/writers.ts'

const target = await testDatabaseTarget()
const db = open(target)
const launched: MainProcess[] = []

function launch(): MainProcess {
  const env = { DATABASE_URL: databaseUrl(target), DATABASE_REQUEST_URL: databaseUrl(asRequests(target)) }
  const panel = launchMain({ ...env, LOG_LEVEL: 'info' })
  launched.push(panel)
  return panel
}

let panel: MainProcess
let address: string
beforeAll(async () => {
  panel = launch()
  address = await panel.ready()
})
afterAll(async () => {
  for (const { child } of launched) child.kill('SIGTERM')
  await Promise.all(launched.map(({ ended }) => ended))
  await db.destroy()
})

async function portOf({ id }: TestUser): Promise<number> {
  const { rows } = await sql<{ port: number }>`select nodeport as port from citus_shards
    where shardid = get_shard_id_for_distribution_column('kayit', ${id}::bigint)`.execute(db)
  return rows[0]?.port ?? 0
}

/** Returns a new shop whose rows are in a node with such a port. */
async function shopWhere(isRight: (port: number) => boolean): Promise<TestUser> {
  for (;;) {
    const user = await buildUser(db)
    if (isRight(await portOf(user))) return user
  }
}

/** Returns a function with which a shop's owner reads from a panel. */
async function reader(user: TestUser) {
  const token = await startSession(db, user, { now: new Date() })
  return async (from: string, name: string, input: object) => {
    const headers = { cookie: `session_id=${token}` }
    const { status } = await get(new URL(procedure(name, input), from), { agent: new Agent(), headers })
    return status
  }
}

async function login({ username, password }: TestUser): Promise<number> {
  const body = new URLSearchParams({ username, password })
  const { status } = await fetch(new URL('/api/login.php', address), { method: 'POST', body })
  return status
}

const READINGS: readonly [name: string, input: object][] = [
  ['kayit.list', {}],
  ['kayit.list', { q: 'yazan' }],
  ['search.find', { q: 'yazan' }],
  ['stats.get', { year: 2026, month: 11 }],
]

describe('while one worker is down', { timeout: 300_000 }, () => {
  test('the shops of the others list and save, its own get 503, and all are served again by themselves', async () => {
    const worker = clusterOfRun().at(-1) ?? {}
    const [lost, other] = [
      await shopWhere((port) => port === worker.port),
      await shopWhere((port) => port !== worker.port),
    ]
    const ofLost = await startWriters({ address, db, user: lost, count: 2, pause: 10 })
    const ofOther = await startWriters({ address, db, user: other, count: 2, pause: 10 })
    const [readLost, readOther] = [await reader(lost), await reader(other)]
    const savedMore = async (writers: readonly { answers: { status: number | string }[] }[]) => {
      const saves = () => writers.map(({ answers }) => answers.filter(({ status }) => status === 200).length)
      const before = saves()
      await expect.poll(() => saves().every((now, at) => now > (before[at] ?? 0) + 20)).toBe(true)
    }
    await savedMore([ofLost, ofOther])

    // The first login of a user writes to `users`, of which every node has a copy, so it happens before the fault.
    expect(await login(other)).toBe(200)
    const bringBack = await takeDown(worker)
    onTestFinished(bringBack)
    const from = { lost: ofLost.answers.length, other: ofOther.answers.length }
    await savedMore([ofOther])
    for (const [name, input] of READINGS) {
      expect([name, await readOther(address, name, input)]).toEqual([name, 200])
      expect([name, await readLost(address, name, input)]).toEqual([name, 503])
    }
    expect((await fetch(new URL('/readyz', address))).status).toBe(200)
    expect(await login(other)).toBe(200)
    // A panel can also start meanwhile.
    const late = await launch().ready()
    expect(await readOther(late, 'kayit.list', {})).toBe(200)
    await savedMore([ofOther])
    // Each writer's first save may have been on its way when the worker stopped.
    expect(new Set(ofLost.answers.slice(from.lost + 2).map(({ status }) => status))).toEqual(new Set([503]))
    expect(new Set(ofOther.answers.slice(from.other).map(({ status }) => status))).toEqual(new Set([200]))

    await bringBack()
    await savedMore([ofLost, ofOther])
    for (const read of [readLost, readOther])
      for (const [name, input] of READINGS)
        expect([name, await read(address, name, input)]).toEqual([name, 200])
    for (const { stop } of [ofLost, ofOther]) await stop()
    for (const [user, { answers }] of [
      [lost, ofLost],
      [other, ofOther],
    ] as const) {
      const found = await tally(db, user, answers)
      expect([found.lost, found.torn]).toEqual([[], []])
    }
    for (const panel of launched) expect(failedCalls(panel)).toEqual([])
  })
})
