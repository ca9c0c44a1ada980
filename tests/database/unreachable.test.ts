import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { asRefusal } from '#server/core/unexpected.ts'
import { openDatabase } from '#server/db/database.ts'
import { type Limits, REQUEST_LIMITS } from '#server/db/limits.ts'

import { open, sleepersIn, testDatabaseTarget } from '#tests/support/database.ts'
import { startTcpProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts'

const target = await testDatabaseTarget()
const QUICK: Limits = { connections: 10, wait: 3_000, serverStatement: 700, statement: 1_000 }

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

describe('a statement whose answer never comes', () => {
  it('is given up, its connection is destroyed, and the next one has a new connection', async () => {
    await ping()
    proxy.swallowFrom('never')
    expect(await reasonOf(sql`select 'never'`.execute(db))).toBe('STATEMENT_TIMEOUT')
    await expect.poll(proxy.connections).toBe(0)
    expect((await ping()).rows).toEqual([{ one: 1 }])
    expect(proxy.accepted()).toBe(2)
  })

  it('ends its transaction: nothing of it goes on elsewhere, nothing is stored', async () => {
    const said: unknown[] = []
    const saving = db.transaction().execute(async (trx) => {
      await trx.insertInto('login_attempts').values(attempt('first')).execute()
      proxy.swallowFrom('second')
      for (const key of ['second', 'third', 'fourth'])
        said.push(await reasonOf(trx.insertInto('login_attempts').values(attempt(key)).execute()))
    })
    expect(await reasonOf(saving)).toMatch(/^CONNECTION_/)
    expect(said).toEqual(['STATEMENT_TIMEOUT', expect.stringMatching(/^CONNECTION_/), said[1]])
    for (const key of ['first', 'second', 'third', 'fourth']) expect(await stored(key)).toBe(0)
    expect((await ping()).rows).toEqual([{ one: 1 }])
  })

  it('does not keep out others for longer than two seconds', async () => {
    const patient = open(proxy.target, { ...QUICK, connections: 2, statement: 60_000 })
    proxy.swallowFrom('never')
    const hanging = reasonOf(sql`select 'never 1'`.execute(patient))
    await expect.poll(proxy.swallowed, { timeout: 10_000 }).toBe(1)
    proxy.swallowFrom('never')
    const another = reasonOf(sql`select 'never 2'`.execute(patient))
    expect((await ping(patient)).rows).toEqual([{ one: 1 }])
    proxy.reset()
    expect([await hanging, await another]).toEqual(['ECONNRESET', 'ECONNRESET'])
    await patient.destroy()
  })
})

it('statements that hang are given up as soon as no connection can be opened any more', async () => {
  const patient = open(proxy.target, { ...QUICK, wait: 1_000, statement: 60_000 })
  proxy.swallowFrom('never')
  const hanging = reasonOf(sql`select 'never'`.execute(patient))
  await expect.poll(proxy.swallowed, { timeout: 10_000 }).toBe(1)
  proxy.line = 'swallow'
  expect(await reasonOf(ping(patient))).toBe('CONNECT_TIMEOUT')
  expect(await hanging).toBe('CONNECTION_DESTROYED')
  proxy.line = 'open'
  expect((await ping(patient)).rows).toEqual([{ one: 1 }])
  await patient.destroy()
})

it('a statement that the server ends is a passing fault, and its connection goes on', async () => {
  expect(await reasonOf(sql`select pg_sleep(5)`.execute(db))).toBe('57014')
  expect((await ping()).rows).toEqual([{ one: 1 }])
  expect(proxy.accepted()).toBe(1)
})

it('who finds all connections in use is refused after the wait', async () => {
  const small = open(proxy.target, { ...REQUEST_LIMITS, connections: 1, wait: 200 })
  const held = small.transaction().execute(async (trx) => {
    await ping(trx)
    expect(await reasonOf(ping(small))).toBe('CONNECT_TIMEOUT')
    return 'stored'
  })
  expect(await held).toBe('stored')
  expect((await ping(small)).rows).toEqual([{ one: 1 }])
  await small.destroy()
})

describe('connections that died while they were idle', () => {
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
    // Longer than a connection that was used a moment ago is trusted.
    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 600)
    onTestFinished(() => clock.mockRestore())
  }

  it('and were closed cost no statement its answer', async () => {
    await tenIdle()
    proxy.halfClose()
    for (let round = 0; round < 3; round++) expect((await ping()).rows).toEqual([{ one: 1 }])
  })

  it('and are silent are thrown away together: one question finds out', async () => {
    await tenIdle()
    proxy.line = 'swallow'
    const first = ping()
    await expect.poll(proxy.swallowed, { timeout: 10_000 }).toBe(1)
    proxy.line = 'open'
    expect((await first).rows).toEqual([{ one: 1 }])
    await expect.poll(proxy.connections).toBe(1)
    expect(proxy.accepted()).toBe(11)
  })
})

describe('a line that is', () => {
  it('slow is no fault', async () => {
    proxy.delay = 100
    expect((await ping()).rows).toEqual([{ one: 1 }])
  })

  it('reset in the middle of statements fails these and no others', async () => {
    const patient = open(proxy.target, { ...QUICK, serverStatement: 60_000, statement: 60_000 })
    const direct = open(target)
    const running = Array.from({ length: 5 }, () => reasonOf(sql`select pg_sleep(5)`.execute(patient)))
    await expect.poll(() => sleepersIn(direct), { timeout: 10_000, interval: 10 }).toBe(5)
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
  ])('lost at %s costs no more than the wait, and the next attempt succeeds', async ([, text = '']) => {
    const impatient = open(proxy.target, { ...QUICK, wait: 400 })
    proxy.swallowFrom(text)
    // An attempt ends before the wait does, so that there may be time for a second one.
    expect(['CONNECT_TIMEOUT', 'fine']).toContain(await reasonOf(ping(impatient)))
    expect((await ping(impatient)).rows).toEqual([{ one: 1 }])
    await expect.poll(() => proxy.accepted() - proxy.connections()).toBe(1)
    await impatient.destroy()
  })
})

it('a start ends with one line while nothing answers', async () => {
  proxy.line = 'swallow'
  const { port } = proxy.target
  const databaseUrl = `postgres://oto:gizli@127.0.0.1:${port}/${target.database}`
  const opening = openDatabase({ databaseUrl, dataDir: '/nonexistent', openMs: 300 })
  await expect(opening).rejects.toThrow('DATABASE_URL: veritabanına bağlanılamadı (sunucu yanıt vermiyor).')
})
