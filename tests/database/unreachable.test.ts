import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { asRefusal } from '#server/platform/core/as-refusal.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { type Limits, REQUEST_LIMITS } from '#server/platform/db/limits.ts'

import { requests, testApp, TRPC } from '#tests/support/panel/app.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { open, sleepersIn, testDatabaseTarget } from '#tests/support/database/database.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { startTcpProxy, type TcpProxy } from '#tests/support/database/tcp-proxy.ts'

const target = await testDatabaseTarget()
const QUICK: Limits = { connections: 10, queue: 3_000, wait: 3_000, serverStatement: 700, statement: 1_000 }

let proxy: TcpProxy
let db: ReturnType<typeof open>
beforeEach(async () => {
  proxy = await startTcpProxy(target)
  db = open(proxy.target, QUICK)
})
afterEach(async () => {
  await proxy.close()
  await db.destroy()
})

const ping = (on = db) => sql<{ one: number }>`select 1 as one`.execute(on)
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: unknown) => {
      expect(asRefusal(error)).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 })
      return (error as { code?: string }).code
    },
  )
const stored = async (key: string) => {
  const direct = open(target)
  const rows = await direct
    .selectFrom('login_attempts')
    .where('username_key', '=', key)
    .select('id')
    .execute()
  await direct.destroy()
  return rows.length
}
const attempt = (username_key: string) => ({ username_key, address: '127.0.0.1', created_at: new Date() })

describe('a statement whose response never arrives', () => {
  it('the statement times out, its connection is destroyed, and the next one has a new connection', async () => {
    await ping()
    proxy.swallowFrom('never')
    expect(await reasonOf(sql`select 'never'`.execute(db))).toBe('STATEMENT_TIMEOUT')
    await expect.poll(proxy.connections).toBe(0)
    expect((await ping()).rows).toEqual([{ one: 1 }])
    expect(proxy.accepted()).toBe(2)
  })

  it('the transaction ends without running or storing anything more', async () => {
    const reasons: unknown[] = []
    const saving = db.transaction().execute(async (trx) => {
      await trx.insertInto('login_attempts').values(attempt('first')).execute()
      proxy.swallowFrom('second')
      for (const key of ['second', 'third', 'fourth'])
        reasons.push(await reasonOf(trx.insertInto('login_attempts').values(attempt(key)).execute()))
    })
    expect(await reasonOf(saving)).toMatch(/^CONNECTION_/)
    expect(reasons).toEqual(['STATEMENT_TIMEOUT', expect.stringMatching(/^CONNECTION_/), reasons[1]])
    for (const key of ['first', 'second', 'third', 'fourth']) expect(await stored(key)).toBe(0)
    expect((await ping()).rows).toEqual([{ one: 1 }])
  })

  it('other callers wait for two seconds at most', async () => {
    const patient = open(proxy.target, { ...QUICK, connections: 2, statement: 60_000 })
    proxy.swallowFrom('never')
    const hanging = reasonOf(sql`select 'never 1'`.execute(patient))
    await expect.poll(proxy.swallowed, { timeout: 30_000 }).toBe(1)
    proxy.swallowFrom('never')
    const another = reasonOf(sql`select 'never 2'`.execute(patient))
    expect((await ping(patient)).rows).toEqual([{ one: 1 }])
    proxy.reset()
    expect([await hanging, await another]).toEqual(['ECONNRESET', 'ECONNRESET'])
    await patient.destroy()
  })
})

it('hanging statements are given up as soon as no connection can be opened any more', async () => {
  const patient = open(proxy.target, { ...QUICK, wait: 1_000, statement: 60_000 })
  proxy.swallowFrom('never')
  const hanging = reasonOf(sql`select 'never'`.execute(patient))
  await expect.poll(proxy.swallowed, { timeout: 30_000 }).toBe(1)
  proxy.line = 'swallow'
  expect(await reasonOf(ping(patient))).toBe('CONNECT_TIMEOUT')
  expect(await hanging).toBe('CONNECTION_DESTROYED')
  proxy.line = 'open'
  expect((await ping(patient)).rows).toEqual([{ one: 1 }])
  await patient.destroy()
})

it('a statement that the server aborts is a transient fault, and its connection stays usable', async () => {
  expect(await reasonOf(sql`select pg_sleep(5)`.execute(db))).toBe('57014')
  expect((await ping()).rows).toEqual([{ one: 1 }])
  expect(proxy.accepted()).toBe(1)
})

it('a caller that finds all connections in use is refused after the wait', async () => {
  const small = open(proxy.target, { ...REQUEST_LIMITS, connections: 1, queue: 200 })
  const held = small.transaction().execute(async (trx) => {
    await ping(trx)
    expect(await reasonOf(ping(small))).toBe('CONNECT_TIMEOUT')
    return 'stored'
  })
  expect(await held).toBe('stored')
  expect((await ping(small)).rows).toEqual([{ one: 1 }])
  await small.destroy()
})

it('the second call of a session, which is prepared for its actor, is refused with a time to try again too', async () => {
  const small = open(proxy.target, { ...REQUEST_LIMITS, connections: 1, queue: 200 })
  const session = { 'session-id': await startSession(small, await buildUser(small), { kind: 'legacy' }) }
  const { get } = requests(testApp(small))
  const list = () => get(`${TRPC}/kayit.list?input=%7B%22json%22%3A%7B%7D%7D`, session)
  expect((await list()).status).toBe(200)
  await small.transaction().execute(async (trx) => {
    await ping(trx)
    const { status, headers, text } = await list()
    expect([status, headers.get('retry-after')]).toEqual([503, '2'])
    expect(text).toContain('Sistem şu anda yanıt veremiyor.')
  })
  expect((await list()).status).toBe(200)
  await small.destroy()
})

describe('connections that died while idle', () => {
  async function tenIdle() {
    const all = Promise.withResolvers<void>()
    let begun = 0
    const one = async (trx: typeof db) => {
      await ping(trx)
      begun += 1
      if (begun === 10) all.resolve()
      await all.promise
    }
    await Promise.all(Array.from({ length: 10 }, () => db.transaction().execute(one)))
    expect(proxy.connections()).toBe(10)
    // The clock jumps beyond the time for which a recently used connection is trusted.
    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 600)
    onTestFinished(() => clock.mockRestore())
  }

  it('closed idle connections fail no statement', async () => {
    await tenIdle()
    proxy.halfClose()
    for (let round = 0; round < 3; round++) expect((await ping()).rows).toEqual([{ one: 1 }])
  })

  it('silent idle connections are all discarded after one probe', async () => {
    await tenIdle()
    proxy.line = 'swallow'
    const first = ping()
    await expect.poll(proxy.swallowed, { timeout: 30_000 }).toBe(1)
    proxy.line = 'open'
    expect((await first).rows).toEqual([{ one: 1 }])
    await expect.poll(proxy.connections).toBe(1)
    expect(proxy.accepted()).toBe(11)
  })
})

describe('an unreliable network', () => {
  it('a slow network causes no error', async () => {
    proxy.delay = 100
    expect((await ping()).rows).toEqual([{ one: 1 }])
  })

  it('a reset during statements fails these and no others', async () => {
    const patient = open(proxy.target, { ...QUICK, serverStatement: 60_000, statement: 60_000 })
    const direct = open(target)
    const running = Array.from({ length: 5 }, () => reasonOf(sql`select pg_sleep(5)`.execute(patient)))
    await expect.poll(() => sleepersIn(direct), { timeout: 30_000, interval: 10 }).toBe(5)
    proxy.reset()
    expect(await Promise.all(running)).toEqual(Array(5).fill('ECONNRESET'))
    proxy.line = 'reset'
    expect(await reasonOf(ping(patient))).toBe('ECONNRESET')
    proxy.line = 'open'
    expect((await ping(patient)).rows).toEqual([{ one: 1 }])
    await Promise.all([patient.destroy(), direct.destroy()])
  })

  it.for([
    ['the greeting', 'oto-servis'],
    ['the first question of the library', 'pg_catalog.pg_type'],
  ])(
    'a network lost at %s costs no more than the wait, and the next attempt succeeds',
    async ([, text = '']) => {
      const impatient = open(proxy.target, { ...QUICK, wait: 400 })
      proxy.swallowFrom(text)
      // An attempt ends before the wait does, so a second one may fit.
      expect(['CONNECT_TIMEOUT', 'fine']).toContain(await reasonOf(ping(impatient)))
      expect((await ping(impatient)).rows).toEqual([{ one: 1 }])
      await expect.poll(() => proxy.accepted() - proxy.connections()).toBe(1)
      await impatient.destroy()
    },
  )
})

it('a start without a reachable database ends with one line', async () => {
  proxy.line = 'swallow'
  const { port } = proxy.target
  const databaseUrl = `postgres://oto:gizli@127.0.0.1:${port}/${target.database}`
  const opening = openDatabase({ databaseUrl, dataDir: '/nonexistent', openMs: 300 })
  await expect(opening).rejects.toThrow('DATABASE_URL: veritabanına bağlanılamadı (sunucu yanıt vermiyor).')
})
