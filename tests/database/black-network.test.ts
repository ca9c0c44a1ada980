import { readFileSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Kysely } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import { type Limits, REQUEST_LIMITS } from '#server/platform/db/limits.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { start } from '#server/commands/start/start.ts'

import { databaseUrl, open, testDatabaseTarget } from '#tests/support/database/database.ts'
import { startTestServer, temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { collectedLog } from '#tests/support/panel/log.ts'
import { startTcpProxy } from '#tests/support/database/tcp-proxy.ts'
import { startWriters, tally } from '#tests/support/clients/writers.ts'

/** A quarter of a request's usual limits, because the tests are about the time after them. */
const LIMITS: Limits = {
  connections: REQUEST_LIMITS.connections,
  queue: REQUEST_LIMITS.queue / 4,
  wait: REQUEST_LIMITS.wait / 4,
  serverStatement: REQUEST_LIMITS.serverStatement / 4,
  statement: REQUEST_LIMITS.statement / 4,
}
/** Longer than the limit of statements, so that all of them are given up. */
const OUTAGE_MS = LIMITS.statement + 500
/** The time limit of one statement and of the wait for its connection, with an allowance for a busy machine. */
const LONGEST_MS = LIMITS.wait + LIMITS.statement + 5_000
/** More writers than the panel has connections, so that callers wait behind the hanging ones. */
const WRITERS = 12

const target = await testDatabaseTarget()
const stopped = await startTestServer({ settings: { fsync: 'off' } })
afterAll(() => stopped.remove())
const unused = temporaryFolder()
afterAll(() => rmSync(unused, { recursive: true }))

type Outage = { begin: () => void; end: () => void }

/** Runs the panel on this database, with writers, while the database is unreachable. */
async function panelThrough(panelTarget: PoolTarget, db: Kysely<DB>, { begin, end }: Outage) {
  const env = { PORT: '0', DATABASE_URL: databaseUrl(panelTarget), DATA_DIR: unused }
  const { address, stop } = await start(readConfig(env), { requestLimits: LIMITS, log: collectedLog() })
  onTestFinished(stop)
  const user = await buildUser(db)
  const writers = await startWriters({ address, db, user, count: WRITERS, pause: 20 })
  const ready = async () => (await fetch(new URL('/readyz', address))).status
  const acknowledged = () => writers.answers.filter(({ status }) => status === 200).length
  await expect.poll(acknowledged, { timeout: 30_000 }).toBeGreaterThan(WRITERS)

  begin()
  const began = performance.now()
  while (performance.now() - began < OUTAGE_MS) {
    expect(await ready()).toBe(503)
    await sleep(100)
  }
  end()
  const before = acknowledged()
  await expect.poll(ready, { timeout: 30_000 }).toBe(200)
  await expect.poll(acknowledged, { timeout: 30_000 }).toBeGreaterThan(before)
  await writers.stop()

  const { lost, torn } = await tally(db, user, writers.answers)
  return {
    statuses: new Set(writers.answers.map(({ status }) => status)),
    slow: writers.answers.filter((answer) => answer.ms > LONGEST_MS),
    lost,
    torn,
  }
}

const HARMLESS = { statuses: new Set([200, 503]), slow: [], lost: [], torn: [] }

test('the panel recovers from a network that drops everything', { timeout: 300_000 }, async () => {
  const db = open(target)
  const proxy = await startTcpProxy(target)
  onTestFinished(async () => {
    await proxy.close()
    await db.destroy()
  })
  const outage = { begin: () => (proxy.line = 'swallow'), end: () => (proxy.line = 'open') }
  expect(await panelThrough(proxy.target, db, outage)).toEqual(HARMLESS)
})

test('the panel recovers from a server whose processes are all frozen', { timeout: 300_000 }, async () => {
  const postmaster = stopped.pid()
  const children = `/proc/${postmaster}/task/${postmaster}/children`
  const signal = (name: NodeJS.Signals, pids: number[]) => {
    for (const pid of pids) process.kill(pid, name)
  }
  let still: number[] = []
  const begin = () => {
    still = [postmaster, ...readFileSync(children, 'utf8').trim().split(' ').map(Number)]
    signal('SIGSTOP', still)
  }
  const end = () => signal('SIGCONT', still.splice(0))
  const db = open(stopped.target)
  onTestFinished(async () => {
    end()
    await db.destroy()
  })
  expect(await panelThrough(stopped.target, db, { begin, end })).toEqual(HARMLESS)
})
