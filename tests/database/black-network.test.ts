import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Kysely } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'

import { REQUEST_LIMITS } from '#server/db/limits.ts'
import type { PoolTarget } from '#server/db/pool.ts'
import type { DB } from '#server/db/schema.ts'

import { databaseUrl, open, testDatabaseTarget } from '#tests/support/database.ts'
import { startTestServer } from '#tests/support/embedded-server.ts'
import { buildUser } from '#tests/support/factories.ts'
import { launchMain } from '#tests/support/main-process.ts'
import { startTcpProxy } from '#tests/support/tcp-proxy.ts'
import { startWriters, tally } from '#tests/support/writers.ts'

/** One statement and the wait for its connection, plus an allowance for a busy machine. */
const LONGEST_MS = REQUEST_LIMITS.wait + REQUEST_LIMITS.statement + 5_000
/** More than the panel's connections, so that callers wait behind the hanging ones. */
const WRITERS = 12

const target = await testDatabaseTarget()
const stopped = await startTestServer({ settings: { fsync: 'off' } })
afterAll(() => stopped.remove())

type Outage = { begin: () => void; end: () => void; ms: number }

/** The panel on this database, with writers, while the database is unreachable for a time. */
async function panelThrough(panelTarget: PoolTarget, db: Kysely<DB>, { begin, end, ms }: Outage) {
  const panel = launchMain({ DATABASE_URL: databaseUrl(panelTarget) })
  onTestFinished(async () => {
    panel.child.kill('SIGKILL')
    await panel.ended
  })
  const address = await panel.ready()
  const user = await buildUser(db)
  const writers = await startWriters({ address, db, user, count: WRITERS, pause: 20 })
  const ready = async () => (await fetch(new URL('/readyz', address))).status
  const acknowledged = () => writers.answers.filter(({ status }) => status === 200).length
  await expect.poll(acknowledged, { timeout: 20_000 }).toBeGreaterThan(WRITERS)

  begin()
  const began = performance.now()
  while (performance.now() - began < ms) {
    expect(await ready()).toBe(503)
    await sleep(250)
  }
  end()
  const before = acknowledged()
  await expect.poll(ready, { timeout: 10_000 }).toBe(200)
  await expect.poll(acknowledged, { timeout: 20_000 }).toBeGreaterThan(before)
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

test(
  'the panel recovers from a network that drops everything for five seconds',
  { timeout: 90_000 },
  async () => {
    const db = open(target)
    const proxy = await startTcpProxy(target)
    onTestFinished(async () => {
      await proxy.close()
      await db.destroy()
    })
    const outage = { begin: () => (proxy.line = 'swallow'), end: () => (proxy.line = 'open'), ms: 5_000 }
    expect(await panelThrough(proxy.target, db, outage)).toEqual(HARMLESS)
  },
)

test('the panel recovers from a server whose processes are all frozen', { timeout: 90_000 }, async () => {
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
  // The panel in the child process migrates the database and creates its first administrator.
  const db = open(stopped.target)
  onTestFinished(async () => {
    end()
    await db.destroy()
  })
  // Longer than the time limit of statements, so that all of them are given up.
  const outage = { begin, end, ms: REQUEST_LIMITS.statement + 3_000 }
  expect(await panelThrough(stopped.target, db, outage)).toEqual(HARMLESS)
})
