import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { createPool } from '#server/platform/db/pool.ts'
import { codeOf, killBackend, LOST, pidOf, poolOn, selectOne } from '#tests/support/database/bare-pool.ts'
import { testDatabaseTarget } from '#tests/support/database/database.ts'
import { startTcpProxy, type TcpProxy } from '#tests/support/database/tcp-proxy.ts'

// Tests, with postgres-streams.test.ts, what patches/postgres+*.patch changes (the table in docs/database.md).

const target = await testDatabaseTarget()
let proxy: TcpProxy
beforeEach(async () => {
  proxy = await startTcpProxy(target)
  return () => proxy.close()
})

/** Returns whether `work` is still unsettled after all pending work of this process. */
async function isPending(work: Promise<unknown>): Promise<boolean> {
  let settled = false
  void work.then(
    () => (settled = true),
    () => (settled = true),
  )
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  return !settled
}

describe('a reserved connection', () => {
  test('a lost reserved connection refuses every later statement and is not reused', async () => {
    const { pool } = poolOn(proxy.target, 1)
    const reserved = await pool.reserve()
    await killBackend(target, await pidOf(reserved))
    expect(await codeOf(selectOne(reserved))).toMatch(LOST)
    expect(await codeOf(selectOne(reserved))).toBe('CONNECTION_CLOSED')
    reserved.release()
    const next = await pool.reserve()
    expect(await selectOne(next)).toBe(1)
    expect(await codeOf(selectOne(reserved))).toBe('CONNECTION_CLOSED')
    next.release()
  })

  test('a reserved connection that closes before the bytes of a statement are written discards them', async () => {
    const { pool, sockets } = poolOn(proxy.target, 1)
    const reserved = await pool.reserve()
    const refused = codeOf(reserved.unsafe('select 1').execute())
    // The library writes at the end of the current turn of the event loop.
    for (let step = 0; step < 20; step++) await Promise.resolve()
    sockets[0]?.destroy()
    sockets[0]?.emit('close', false)
    expect(await refused).toBe('CONNECTION_CLOSED')
    reserved.release()
    const next = await pool.reserve()
    expect(await selectOne(next)).toBe(1)
    next.release()
  })

  test('a lost reserved connection settles the statements in its own queue', async () => {
    const { pool } = poolOn(proxy.target, 1)
    const reserved = await pool.reserve()
    const pid = await pidOf(reserved)
    const statements = Array.from({ length: 300 }, () => reserved.unsafe('select pg_sleep(60)').execute())
    const settled = Promise.allSettled(statements)
    await killBackend(target, pid)
    expect(new Set((await settled).map(({ status }) => status))).toEqual(new Set(['rejected']))
  })

  test('statements that are started together are written with one call', async () => {
    const { pool, sockets } = poolOn(proxy.target, 1)
    const reserved = await pool.reserve()
    const select = () => reserved.unsafe('select $1::text', ['x'.repeat(700)], { prepare: true }).execute()
    // The library asks for the types of a new statement first.
    await select()
    const write = vi.spyOn(sockets[0] as Socket, 'write')
    await Promise.all([select(), select(), select(), select()])
    expect(write).toHaveBeenCalledTimes(1)
    reserved.release()
  })

  test('a reserved connection is returned to the pool once, however often it is released', async () => {
    const { pool } = poolOn(proxy.target, 1)
    const first = await pool.reserve()
    first.release()
    const second = await pool.reserve()
    first.release()
    const third = pool.reserve()
    expect(await isPending(third)).toBe(true)
    expect(await codeOf(selectOne(first))).toBe('CONNECTION_RELEASED')
    second.release()
    ;(await third).release()
  })

  test('a reserved connection stays reserved after its socket has drained', async () => {
    const { pool, sockets } = poolOn(proxy.target, 1)
    const reserved = await pool.reserve()
    const second = pool.reserve()
    sockets[0]?.emit('drain')
    expect(await isPending(second)).toBe(true)
    reserved.release()
    ;(await second).release()
  })

  test('a connection that is released with a destroyed socket is not given to a waiting caller', async () => {
    const { pool, sockets } = poolOn(proxy.target, 1)
    const reserved = await pool.reserve()
    const waiting = pool.reserve()
    sockets[0]?.destroy()
    reserved.release()
    const next = await waiting
    expect(await selectOne(next)).toBe(1)
    next.release()
  })

  test('a connection whose socket is destroyed but not yet closed is not handed out', async () => {
    const { pool, sockets } = poolOn(proxy.target, 2)
    ;(await pool.reserve()).release()
    sockets[0]?.destroy()
    const reserved = await pool.reserve()
    expect(await selectOne(reserved)).toBe(1)
    reserved.release()
  })
})

describe('a reservation', () => {
  test('a reservation gets the connection that was released last', async () => {
    const { pool } = poolOn(proxy.target, 3)
    const all = await Promise.all([pool.reserve(), pool.reserve(), pool.reserve()])
    const pids = await Promise.all(all.map(pidOf))
    for (const reserved of all) reserved.release()
    const [first, second] = [await pool.reserve(), await pool.reserve()]
    expect(await Promise.all([first, second].map(pidOf))).toEqual([pids[2], pids[1]])
    first.release()
    second.release()
  })

  test('a waiting reservation gets another connection when the expected one is lost', async () => {
    const { pool, sockets } = poolOn(proxy.target, 1)
    const reserved = await pool.reserve()
    const waiting = pool.reserve()
    await killBackend(target, await pidOf(reserved))
    // The proxy delivers the end later than the backend is gone.
    await expect.poll(() => sockets[0]?.destroyed).toBe(true)
    reserved.release()
    expect(await selectOne(await waiting)).toBe(1)
    ;(await waiting).release()
  })

  test('a failed reservation leaves the queue', async () => {
    const pool = createPool({ ...proxy.target, max: 1 })
    onTestFinished(() => pool.end({ timeout: 0 }))
    proxy.line = 'reset'
    expect(await codeOf(pool.reserve())).toBe('ECONNRESET')
    proxy.line = 'open'
    ;(await pool.reserve()).release()
    const next = await pool.reserve()
    expect(await selectOne(next)).toBe(1)
    next.release()
  })

  test('a reservation restarts the backoff between attempts', async () => {
    const pool = createPool({ ...proxy.target, max: 1 })
    onTestFinished(() => pool.end({ timeout: 0 }))
    const { shared } = pool.options as unknown as { shared: { retries: number } }
    ;(await pool.reserve()).release()
    proxy.reset()
    await expect.poll(() => shared.retries).toBe(1)
    ;(await pool.reserve()).release()
    expect(shared.retries).toBe(0)
  })

  test('a reservation that is opening a connection when the pool ends leaves none open', async () => {
    const { pool, sockets } = poolOn(proxy.target, 1)
    ;(await pool.reserve()).release()
    proxy.reset()
    await expect.poll(proxy.connections, { timeout: 30_000 }).toBe(0)
    const waiting = codeOf(pool.reserve())
    await pool.end()
    expect(await waiting).toBe('CONNECTION_ENDED')
    await expect.poll(() => sockets.every(({ destroyed }) => destroyed)).toBe(true)
  })

  test('one new connection is opened for a reservation, however many are lost', async () => {
    const { pool } = poolOn(proxy.target, 3)
    const all = [await pool.reserve(), await pool.reserve(), await pool.reserve()]
    const waiting = pool.reserve()
    const ended = all.map((reserved) => codeOf(reserved.unsafe('select pg_sleep(60)')))
    proxy.reset()
    await Promise.all(ended)
    ;(await waiting).release()
    expect(proxy.accepted()).toBe(4)
  })

  test('a reservation is refused while the pool ends and afterwards', async () => {
    const { pool } = poolOn(proxy.target, 1)
    const reserved = await pool.reserve()
    const waiting = codeOf(pool.reserve())
    const ending = pool.end()
    expect(await waiting).toBe('CONNECTION_ENDED')
    reserved.release()
    await ending
    expect(await codeOf(pool.reserve())).toBe('CONNECTION_ENDED')
  })
})

describe('the end of the pool', () => {
  test('the end settles after a statement whose connection was reset', async () => {
    const { pool } = poolOn(proxy.target, 1)
    const running = codeOf(pool.unsafe('select pg_sleep(60)'))
    await expect.poll(proxy.connections, { timeout: 30_000 }).toBe(1)
    await expect.poll(proxy.passed, { timeout: 30_000 }).toBeGreaterThan(4)
    proxy.reset()
    expect(await running).toBe('ECONNRESET')
    await pool.end()
  })

  test('the end does not wait for the server to close its side', async () => {
    const { port } = await silentAtTheEnd()
    const { pool, sockets } = poolOn({ ...target, host: '127.0.0.1', port }, 1)
    expect(await selectOne(pool)).toBe(1)
    await pool.end()
    await expect.poll(() => sockets[0]?.destroyed).toBe(true)
  })
})

describe('a new connection', () => {
  test('a new connection that the server closes without a message is an error', async () => {
    const { port } = await listening(createServer((socket) => socket.end()))
    const { pool } = poolOn({ ...target, host: '127.0.0.1', port }, 1)
    expect(await codeOf(pool.reserve())).toBe('CONNECTION_CLOSED')
  })

  test("a connection lost during the library's own query is an error of the waiting caller only", async () => {
    const { pool } = poolOn(proxy.target, 1)
    proxy.swallowFrom('pg_catalog.pg_type')
    const reserving = codeOf(pool.reserve())
    await expect.poll(proxy.swallowed, { timeout: 30_000 }).toBe(1)
    proxy.reset()
    expect(['fine', 'ECONNRESET']).toContain(await reserving)
  })
})

/** Starts a proxy that never ends its half of a connection. */
function silentAtTheEnd() {
  return listening(
    createServer({ allowHalfOpen: true }, (socket) => {
      const server = connect(`${target.host}/.s.PGSQL.${target.port}`)
      socket.pipe(server)
      server.pipe(socket, { end: false })
      for (const end of [socket, server]) end.on('error', () => {})
    }),
  )
}

async function listening(server: Server): Promise<AddressInfo> {
  const open = new Set<Socket>()
  server.on('connection', (socket) => open.add(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return server.address() as AddressInfo
}
