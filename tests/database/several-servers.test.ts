import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { asRefusal } from '#server/platform/core/as-refusal.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { parseDatabaseUrl } from '#server/platform/db/database-url.ts'
import { type Limits, REQUEST_LIMITS } from '#server/platform/db/limits.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'
import { open } from '#tests/support/database/database.ts'
import { freePort } from '#tests/support/panel/free-port.ts'
import { type Pair, startPair } from '#tests/support/database/replica.ts'
import { startTcpProxy } from '#tests/support/database/tcp-proxy.ts'

let pair: Pair
beforeAll(async () => {
  pair = await startPair()
})
afterAll(() => pair.remove())

type Port = Pick<PoolTarget, 'port'>

/** Returns DATABASE_URL with servers of the loopback address, in this order. */
function urlOf(servers: readonly Port[], query = ''): string {
  const { username, database } = pair.primary.target
  return `postgres://${username}@${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${database}${query}`
}

/** Opens a pool of these servers until the test ends. */
function poolOf(servers: readonly Port[], query = '', limits: Limits = REQUEST_LIMITS) {
  const db = open(parseDatabaseUrl(urlOf(servers, query)), limits)
  onTestFinished(() => db.destroy())
  return db
}

type Db = ReturnType<typeof poolOf>

/** Returns the port of the server that executed a statement. */
async function portIn(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ port: number }>`select current_setting('port')::int as port`.execute(db)
  return rows[0]?.port
}

const write = (db: Db) =>
  db
    .insertInto('login_attempts')
    .values({ username_key: 'x', address: '127.0.0.1', created_at: new Date() })
    .execute()

/** Returns the code of a failure; the caller must be asked to try again. */
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: unknown) => {
      expect(asRefusal(error)).toMatchObject({ code: 'UNAVAILABLE' })
      return (error as { code?: string }).code
    },
  )

describe('a pool of several servers', () => {
  test.for(['', '?target_session_attrs=primary', '?target_session_attrs=read-write'])(
    'uses the primary, whatever their order: "%s"',
    async (query) => {
      const { primary, standby } = pair
      const db = poolOf([standby.target, primary.target], query)
      // Several connections, each of which finds the primary by itself.
      const ports = await Promise.all(Array.from({ length: 8 }, () => portIn(db)))
      expect(new Set(ports)).toEqual(new Set([primary.target.port]))
      await write(db)
    },
  )

  test('does not settle on a standby while the primary is away', async () => {
    const { primary, standby } = pair
    const db = poolOf([primary.target, standby.target])
    await write(db)
    await primary.stop()
    const codes = []
    for (let round = 0; round < 10; round++) codes.push(await failureOf(write(db)))
    // The first statement may find its connection closed.
    expect(new Set(codes.slice(1))).toEqual(new Set(['CONNECTION_READ_ONLY']))
    expect(codes[0]).not.toBe('fine')
    await primary.start()
    await expect.poll(() => failureOf(write(db))).toBe('fine')
    expect(await portIn(db)).toBe(primary.target.port)
  })

  test('tries each server once for a connection, and fails with the last error', async () => {
    const proxies = [await startTcpProxy(pair.primary.target), await startTcpProxy(pair.primary.target)]
    for (const proxy of proxies) {
      proxy.line = 'reset'
      onTestFinished(() => proxy.close())
    }
    const db = poolOf(proxies.map(({ target }) => target))
    expect(await failureOf(portIn(db))).toBe('ECONNRESET')
    expect(proxies.map((proxy) => proxy.accepted())).toEqual([1, 1])
    const none = poolOf([{ port: await freePort() }, { port: await freePort() }])
    expect(await failureOf(portIn(none))).toBe('ECONNREFUSED')
  })

  test('goes to the next server when one accepts and stays silent, and stays there', async () => {
    const silent = await startTcpProxy(pair.primary.target)
    onTestFinished(() => silent.close())
    silent.line = 'swallow'
    const db = poolOf([silent.target, pair.primary.target])
    expect(await portIn(db)).toBe(pair.primary.target.port)
    expect(silent.accepted()).toBe(1)
    await Promise.all(Array.from({ length: 8 }, () => sql`select pg_sleep(0.05)`.execute(db)))
    expect(silent.accepted()).toBe(1)
  })

  test('goes to the next server when one is starting', async () => {
    const starting = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        const fields = Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0')
        const head = Buffer.from([0x45, 0, 0, 0, fields.length + 4])
        socket.end(Buffer.concat([head, fields]))
      })
    }).listen(0, '127.0.0.1')
    await once(starting, 'listening')
    onTestFinished(() => void starting.close())
    const address = starting.address() as AddressInfo
    expect(await portIn(poolOf([address, pair.primary.target]))).toBe(pair.primary.target.port)
    expect(await failureOf(portIn(poolOf([address])))).toBe('57P03')
  })
})

describe('a server that does not write', () => {
  test('ends the start with one line', async () => {
    const options = { databaseUrl: urlOf([pair.standby.target]), dataDir: '/nonexistent' }
    await expect(openDatabase(options)).rejects.toThrow(
      'DATABASE_URL: veritabanına bağlanılamadı (yazılabilen ana sunucu bulunamadı, yalnızca okunan bir kopya var).',
    )
  })

  // A pgbouncer reports no state at the greeting, so the library asks for it. A rejection that the library does not
  // handle fails the run of this file.
  test('a server that goes away when it is asked for its state is an error of the caller', async () => {
    const greeting = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
    let questions = 0
    const server = createServer((socket) => {
      socket.once('data', () => {
        socket.write(greeting)
        socket.once('data', () => {
          questions++
          socket.destroy()
        })
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const db = poolOf([{ port }], '?target_session_attrs=read-write')
    expect(await failureOf(portIn(db))).toBe('CONNECTION_CLOSED')
    expect(questions).toBeGreaterThan(0)
  })

  test('a write that such a server refuses ends its connection and all idle ones', async () => {
    // A proxy that leads to a standby: the library cannot know that.
    const proxy = await startTcpProxy(pair.standby.target)
    onTestFinished(() => proxy.close())
    const db = open({ ...proxy.target, database: pair.primary.target.database ?? '' }, REQUEST_LIMITS)
    onTestFinished(() => db.destroy())
    await Promise.all(Array.from({ length: 5 }, () => sql`select pg_sleep(0.05)`.execute(db)))
    expect(proxy.connections()).toBe(5)
    expect(await failureOf(write(db))).toBe('CONNECTION_READ_ONLY')
    await expect.poll(proxy.connections).toBe(0)
    const saving = db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx)
      await Promise.all([write(trx), write(trx)])
    })
    expect(await failureOf(saving)).toBe('CONNECTION_READ_ONLY')
  })

  test('a server that is switched to read-only is left, and used again when it writes', async () => {
    const db = poolOf([pair.primary.target])
    await write(db)
    const set = async (value: string) => {
      await pair.primary.run(
        `alter database ${pair.primary.target.database} set default_transaction_read_only = ${value}`,
      )
    }
    await sql`set default_transaction_read_only = on`.execute(db)
    expect(await failureOf(write(db))).toBe('CONNECTION_READ_ONLY')
    await write(db)
    await set('on')
    const other = poolOf([pair.primary.target])
    expect(await portIn(other)).toBe(pair.primary.target.port)
    expect(await failureOf(write(other))).toBe('CONNECTION_READ_ONLY')
    await pair.primary.run(
      `begin read write; alter database ${pair.primary.target.database} reset default_transaction_read_only; commit`,
    )
    expect(await failureOf(write(other))).toBe('fine')
  })

  test('a read-only transaction of our own does not count as a read-only server', async () => {
    const db = poolOf([pair.primary.target])
    const reading = db
      .transaction()
      .setAccessMode('read only')
      .execute((trx) => write(trx))
    await expect(reading).rejects.toMatchObject({ code: '25006' })
    expect(asRefusal(await reading.catch((error: unknown) => error))).toBeNull()
    await write(db)
  })
})
