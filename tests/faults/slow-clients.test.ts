import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { BASE_PATH } from '#shared/base.ts'
import { formatBytes } from '#shared/bytes.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { send } from '#tests/support/security/bad-inputs/send.ts'
import { databaseUrl, open, testDatabaseTarget } from '#tests/support/database/database.ts'
import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { copyRow, save } from '#tests/support/rows/kayit.ts'
import { launchMain, type MainProcess } from '#tests/support/panel/main-process.ts'
import { report } from '#tests/support/clients/report.ts'
import { connectionsAt, type SlowClient, slowClient } from '#tests/support/clients/slow-client.ts'

const target = await testDatabaseTarget()

/** So many records that the whole list exceeds the system's buffer for a connection. */
const RECORDS = 20_000
/** Longer than every limit of a connection. */
const GONE_MS = 180_000
/** The connections of the normal client, at most. */
const OWN = 4

let panel: MainProcess
let origin: string
let port: number
let token: string

beforeAll(async () => {
  panel = launchMain({ DATABASE_URL: databaseUrl(target), DATA_DIR: temporaryFolder() })
  origin = new URL(await panel.ready()).origin
  port = Number(new URL(origin).port)
  const db = open(target)
  const user = await buildUser(db)
  const { id } = await save(userCtx(db, user))
  await copyRow(userCtx(db, user), id, { count: RECORDS })
  token = await startSession(db, user, { kind: 'legacy', now: new Date() })
  await db.destroy()
})
afterAll(async () => {
  panel.child.kill('SIGTERM')
  await panel.ended
})

const memory = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${panel.child.pid}/status`, 'utf8'))?.[1]) * 1_024

/** Starts a client like those of staff: it lists and saves, one after the other, partly over new connections. */
function startNormalClient() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const stopping = new AbortController()
  const statuses: (number | string)[] = []
  let slowest = 0
  const headers = { 'session-id': token, 'content-type': 'application/json' }
  const list = { method: 'GET', path: `${BASE_PATH}/api/trpc/kayit.list`, headers, body: undefined }
  const info = { musteri_adi_soyadi: 'Sabırlı Müşteri', plaka: '34 SAB 1' }
  const body = Buffer.from(JSON.stringify({ json: { info } }))
  const saving = { method: 'POST', path: `${BASE_PATH}/api/trpc/kayit.save`, headers, body }
  const run = async () => {
    for (let round = 0; !stopping.signal.aborted; round++) {
      const own = round % 3 === 0 ? new Agent() : agent
      const { status, ms } = await send(
        origin,
        round % 2 === 0 ? { ...list, path: `${list.path}?input=%7B%22json%22%3A%7B%7D%7D` } : saving,
        own,
      )
      statuses.push(status)
      slowest = Math.max(slowest, ms)
      await sleep(50)
    }
  }
  const running = run()
  const stop = async () => {
    stopping.abort()
    await running
    agent.destroy()
    return { requests: statuses.length, failed: statuses.filter((status) => status !== 200), slowest }
  }
  return { stop }
}

const HEAD = 'Host: panel\r\n'
const LIST_ALL = () => `GET /api/getKayitlar.php HTTP/1.1\r\n${HEAD}Session-Id: ${token}\r\n\r\n`
const LOGIN = `POST /api/login.php HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{`

type Crowd = {
  count: number
  addresses: number
  /** The pause between two clients, in ms; by default they come almost at once. */
  pause?: number
  each: (from: string) => SlowClient
}

/** The crowds: their behaviour and their size. */
const CROWDS: [string, Crowd][] = [
  [
    '1,000 that send a byte of their head every second',
    {
      count: 1_000,
      addresses: 5,
      each: (from) =>
        slowClient({ port, from, begin: 'GET / HTTP/1.1\r\nX: ', drip: { text: 'x', everyMs: 1_000 } }),
    },
  ],
  [
    '1,000 that send a byte of their body every second',
    {
      count: 1_000,
      addresses: 5,
      each: (from) => slowClient({ port, from, begin: LOGIN, drip: { text: ' ', everyMs: 1_000 } }),
    },
  ],
  [
    '30 that do not read the whole list of 20,000 records',
    {
      count: 30,
      addresses: 5,
      // The pause limits the work of the database, because the test is about responses that the clients do not read.
      pause: 2_000,
      each: (from) => slowClient({ port, from, begin: LIST_ALL(), deaf: true }),
    },
  ],
  [
    '5,000 silent connections of five addresses',
    { count: 5_000, addresses: 5, each: (from) => slowClient({ port, from }) },
  ],
  [
    '5,000 silent connections of fifty addresses',
    { count: 5_000, addresses: 50, each: (from) => slowClient({ port, from }) },
  ],
  [
    '1,000 that end their half in the middle of a request',
    { count: 1_000, addresses: 5, each: (from) => slowClient({ port, from, begin: LOGIN, half: true }) },
  ],
]

test.each(CROWDS)(
  '%s: a normal client is served all the time, and their connections end',
  async (what, { count, addresses, pause = 0, each }) => {
    const before = memory()
    const normal = startNormalClient()
    await sleep(500)
    const crowd: SlowClient[] = []
    const began = performance.now()
    let most = 0
    for (let number = 0; number < count; number++) {
      crowd.push(each(`127.0.${1 + (number % addresses)}.7`))
      if (pause > 0) await sleep(pause)
      else if (number % 100 === 99) await sleep(20)
      if (number % 500 === 499) most = Math.max(most, connectionsAt(port))
    }
    // The panel has to end all these connections, because no client closes any.
    let left = count
    while (left > 0 && performance.now() - began < GONE_MS) {
      await sleep(500)
      const open = connectionsAt(port)
      // The server's side counts, because a client that does not read does not notice the end.
      left = Math.max(0, open - OWN)
      most = Math.max(most, open)
    }
    const gone = performance.now() - began
    const largest = memory()
    const { requests, failed, slowest } = await normal.stop()
    for (const { socket } of crowd) socket.destroy()
    report(what, {
      'open at most': most,
      'left open': left,
      'gone after s': (gone / 1_000).toFixed(1),
      'requests of the normal client': requests,
      failed: failed.length,
      'slowest ms': Math.round(slowest),
      'memory before': formatBytes(before),
      'memory afterwards': formatBytes(largest),
    })
    expect(failed).toEqual([])
    expect(requests).toBeGreaterThan(5)
    expect(left).toBe(0)
    await expect.poll(() => connectionsAt(port), { timeout: 30_000 }).toBeLessThanOrEqual(OWN)
    expect([panel.child.exitCode, panel.child.signalCode]).toEqual([null, null])
  },
)
