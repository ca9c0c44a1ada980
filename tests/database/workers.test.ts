import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { isRunning } from '#server/platform/db/embedded/process.ts'
import { BASE_PATH } from '#shared/base.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { databaseUrl, open, testDatabaseTarget } from '#tests/support/database/database.ts'
import { buildUser, type TestUser } from '#tests/support/rows/factories.ts'
import { launchMain, type MainProcess } from '#tests/support/panel/main-process.ts'
import { loggedBy, workersOf } from '#tests/support/panel/workers.ts'
import { startWriters, tally } from '#tests/support/clients/writers.ts'

const target = await testDatabaseTarget()
const db = open(target)
let panel: MainProcess
let address: string
/** The statements that waited for the lock of the housekeeping's last table when the panel had started. */
let housekeepers: unknown[]

beforeAll(async () => {
  await db.transaction().execute(async (trx) => {
    // A busy machine may need longer for the start than the time for which a transaction may be idle.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
    await sql`lock table idempotency_keys in access exclusive mode`.execute(trx)
    panel = launchMain({ DATABASE_URL: databaseUrl(target), WORKERS: '2', LOG_LEVEL: 'info' })
    address = await panel.ready()
    const waiting = sql`select pid from pg_locks
      where not granted and relation = 'idempotency_keys'::regclass`
    const found = async () => (housekeepers = (await waiting.execute(trx)).rows).length > 0
    await vi.waitUntil(found, { timeout: 30_000 })
  })
})
afterAll(async () => {
  panel.child.kill('SIGKILL')
  await panel.ended
  await db.destroy()
})

type Init = { method?: string; body?: string; headers?: Record<string, string> }

/** Returns the statuses of requests over a connection each, which any of the workers may get. */
function statuses(count: number, path: string, init: Init): Promise<number[]> {
  const headers = { 'content-type': 'application/json', ...init.headers, connection: 'close' }
  const one = async () => (await fetch(new URL(path, address), { ...init, headers })).status
  return Promise.all(Array.from({ length: count }, one))
}

/** Returns the statuses of ten requests with the token, one after another: a busy machine refuses many at once. */
async function listFor(token: string): Promise<Set<number>> {
  const all = new Set<number>()
  for (let request = 0; request < 10; request++)
    for (const status of await statuses(1, '/api/getKayitlar.php', { headers: { 'session-id': token } }))
      all.add(status)
  return all
}

/** Starts writers and waits until all of them have some responses. */
async function busyWriters(user: TestUser) {
  const writers = await startWriters({ address, db, user, count: 8 })
  await answered(writers, 40)
  return writers
}

async function answered({ answers }: Awaited<ReturnType<typeof startWriters>>, more: number): Promise<void> {
  const until = answers.length + more
  await expect.poll(() => answers.length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(until)
}

describe('a panel of two processes', { timeout: 300_000 }, () => {
  test('one process does the housekeeping', () => {
    expect(housekeepers).toHaveLength(1)
  })

  test.each(['1', '2'])('another panel of %s processes does not get its port', async (WORKERS) => {
    const { port } = new URL(address)
    const other = launchMain({ DATABASE_URL: databaseUrl(target), WORKERS, PORT: port })
    expect(await other.ended).toBe(1)
    expect(other.output).toEqual({ out: '', err: `PORT: ${port} numaralı port kullanımda.\n` })
  })

  test('ten of twenty concurrent wrong logins are checked, whichever process they come to', async () => {
    const { username } = await buildUser(db)
    const body = JSON.stringify({ username, password: 'yanlış' })
    const answers = await statuses(20, '/api/login.php', { method: 'POST', body })
    // The contract's status for a wrong password is 200.
    expect(answers.toSorted((a, b) => a - b)).toEqual([
      ...Array<number>(10).fill(200),
      ...Array<number>(10).fill(429),
    ])
    expect(loggedBy(panel)).toEqual(new Set(workersOf(panel)))
  })

  test('a session that ends in one process is at once unknown to all', async () => {
    const [user, admin] = [await buildUser(db), await buildUser(db, { auth: AUTH_ADMIN })]
    const start = (of: TestUser) => startSession(db, of, { kind: 'legacy', now: new Date() })
    const tokens = [await start(user), await start(user), await start(user)]
    const [first = '', second = ''] = tokens
    const served = async () =>
      (await Promise.all(tokens.map((token) => listFor(token)))).flatMap((all) => [...all])
    const call = (procedure: string, by: string, input: object = {}) =>
      statuses(1, `${BASE_PATH}/api/trpc/${procedure}`, {
        method: 'POST',
        headers: { 'session-id': by },
        body: JSON.stringify({ json: input }),
      })
    expect(await served()).toEqual([200, 200, 200])
    expect(await call('auth.logout', first)).toEqual([200])
    expect(await served()).toEqual([401, 200, 200])
    const change = { current_password: user.password, new_password: 'yeni-parola-1' }
    expect(await call('settings.changePassword', second, change)).toEqual([200])
    expect(await served()).toEqual([401, 200, 401])
    expect(await call('admin.deleteUser', await start(admin), { id: user.id })).toEqual([200])
    expect(await served()).toEqual([401, 401, 401])
  })

  test('a worker that is killed among saves is replaced, and no acknowledged save is lost', async () => {
    const user = await buildUser(db)
    const writers = await busyWriters(user)
    const [killed = 0, left] = workersOf(panel)
    process.kill(killed, 'SIGKILL')
    await answered(writers, 40)
    await expect.poll(() => workersOf(panel).length, { timeout: 30_000 }).toBe(2)
    expect(workersOf(panel)).toContain(left)
    expect(workersOf(panel)).not.toContain(killed)
    // The new worker serves as soon as it listens.
    await expect
      .poll(async () => (await listFor('x'), loggedBy(panel).size), { timeout: 30_000 })
      .toBeGreaterThan(2)
    await writers.stop()
    const { lost, torn, acknowledged } = await tally(db, user, writers.answers)
    expect({ lost, torn }).toEqual({ lost: [], torn: [] })
    expect(acknowledged).toBeGreaterThan(80)
    // A busy machine refuses with 503 what would wait for too long.
    const expected = new Set<unknown>([200, 503, 'ECONNRESET'])
    expect(writers.answers.filter(({ status }) => !expected.has(status))).toEqual([])
  })

  test('SIGTERM among saves ends all processes, and the saves are stored that were acknowledged', async () => {
    const user = await buildUser(db)
    const writers = await busyWriters(user)
    const workers = workersOf(panel)
    panel.child.kill('SIGTERM')
    expect(await panel.ended).toBe(0)
    await writers.stop()
    expect(workers.filter(isRunning)).toEqual([])
    const { unacknowledged, lost, torn } = await tally(db, user, writers.answers)
    expect({ unacknowledged, lost, torn }).toEqual({ unacknowledged: [], lost: [], torn: [] })
    const expected = new Set<unknown>([200, 503, 'ECONNREFUSED', 'ECONNRESET'])
    expect(writers.answers.filter(({ status }) => !expected.has(status))).toEqual([])
  })
})
