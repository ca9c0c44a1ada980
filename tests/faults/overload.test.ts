import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, onTestFinished, test } from 'vitest'

import { BASE_PATH } from '#shared/base.ts'
import { formatBytes } from '#shared/bytes.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { databaseUrl, open, testDatabaseTarget } from '#tests/support/database/database.ts'
import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { launchMain } from '#tests/support/panel/main-process.ts'
import { closedLoad, openLoad, type Response, type Sending } from '#tests/support/clients/open-load.ts'
import { report } from '#tests/support/clients/report.ts'
import { quantiles } from '#tests/bench/load.ts'

const target = await testDatabaseTarget()
const TIMES = 5
const SECONDS = 60
const PEAK_SECONDS = 15
const PEAK_CLIENTS = 10
const RECOVERY_MS = 5_000
/** The number of consecutive requests that have to succeed. */
const RECOVERED = 20

const LIST = `${BASE_PATH}/api/trpc/kayit.list?input=${encodeURIComponent('{"json":{}}')}`
const SAVE = `${BASE_PATH}/api/trpc/kayit.save`

/** The requests of staff: four of five are lists, and one saves a record with the name `prefix`. */
const work =
  (token: string, prefix: string) =>
  (number: number): Sending => {
    const headers = { 'session-id': token, 'content-type': 'application/json' }
    if (number % 5 !== 0) return { path: LIST, headers }
    const info = { musteri_adi_soyadi: `${prefix} ${number}`, plaka: '34 YUK 1' }
    return { path: SAVE, headers, body: JSON.stringify({ json: { info } }) }
  }

const served = (responses: readonly Response[]) => responses.filter(({ status }) => status === 200)

/** Resident memory of a process, in bytes. */
const memoryOf = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024

test(`${TIMES} times the peak for ${SECONDS} s: the panel serves what it can, refuses the rest, and recovers`, async () => {
  const dataDir = temporaryFolder()
  const panel = launchMain({ DATABASE_URL: databaseUrl(target), DATA_DIR: dataDir })
  onTestFinished(async () => {
    panel.child.kill('SIGTERM')
    await panel.ended
  })
  const { origin } = new URL(await panel.ready())
  const db = open(target)
  const user = await buildUser(db)
  const token = await startSession(db, user, { kind: 'legacy', now: new Date() })

  await closedLoad({ origin, make: work(token, 'ısınma'), seconds: 3 }, PEAK_CLIENTS)
  const peak = await closedLoad({ origin, make: work(token, 'zirve'), seconds: PEAK_SECONDS }, PEAK_CLIENTS)
  const peakPerSecond = served(peak).length / PEAK_SECONDS
  const before = memoryOf(panel.child.pid)
  let memory = before
  const watching = setInterval(() => (memory = Math.max(memory, memoryOf(panel.child.pid))), 500)
  const lag = monitorEventLoopDelay()
  lag.enable()
  const { responses, unsent } = await openLoad(
    { origin, make: work(token, 'yük'), seconds: SECONDS },
    TIMES * peakPerSecond,
  )
  clearInterval(watching)

  const ended = performance.now()
  let inRow = 0
  const list = async () => (await fetch(new URL(LIST, origin), { headers: { 'session-id': token } })).status
  while (inRow < RECOVERED && performance.now() - ended < 60_000) {
    inRow = (await list()) === 200 ? inRow + 1 : 0
    await sleep(10)
  }
  const recovery = performance.now() - ended

  const rows = await db
    .selectFrom('kayit')
    .where('shop_id', '=', user.id)
    .select('musteri_adi_soyadi as name')
    .execute()
  await db.destroy()
  const stored = new Set(rows.map(({ name }) => name))
  const saves = served(responses).filter(({ number }) => number % 5 === 0)
  const lost = saves.filter(({ number }) => !stored.has(`yük ${number}`)).length
  const accepted = quantiles(served(responses).map(({ ms }) => ms))
  const count = (status: number) => responses.filter((one) => one.status === status).length
  report('overload', {
    'peak a second': Math.round(peakPerSecond),
    'offered a second': Math.round(TIMES * peakPerSecond),
    sent: responses.length,
    'not sent, all connections busy': unsent,
    'status 200': count(200),
    'status 503': count(503),
    'goodput of the peak %': Math.round((100 * count(200)) / SECONDS / peakPerSecond),
    'accepted p50 ms': Math.round(accepted.p50),
    'accepted p99 ms': Math.round(accepted.p99),
    'the load itself lagged by at most ms': Math.round(lag.max / 1e6),
    saves: saves.length,
    lost,
    'memory before': formatBytes(before),
    'memory at most': formatBytes(memory),
    'recovered after ms': Math.round(recovery),
  })
  expect(responses.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
  expect(lost).toBe(0)
  expect(rows.length).toBe(stored.size)
  expect(saves.length).toBeGreaterThan(0)
  expect(recovery).toBeLessThan(RECOVERY_MS)
  expect([panel.child.exitCode, panel.child.signalCode]).toEqual([null, null])
})
