import { once } from 'node:events'

import { beforeEach, describe, expect, test } from 'vitest'

import { codeOf, killBackend, LOST, pidOf, poolOn, selectOne } from '#tests/support/database/bare-pool.ts'
import { testDatabaseTarget } from '#tests/support/database/database.ts'
import { startTcpProxy, type TcpProxy } from '#tests/support/database/tcp-proxy.ts'

const target = await testDatabaseTarget()
let proxy: TcpProxy
beforeEach(async () => {
  proxy = await startTcpProxy(target)
  return () => proxy.close()
})

describe('a cursor', () => {
  test('a cursor ends with an error when the connection is lost between two steps', async () => {
    const { pool } = poolOn(proxy.target, 1)
    const reserved = await pool.reserve()
    const pid = await pidOf(reserved)
    const seen: number[] = []
    // A step may return a promise, which its types omit.
    const step = (rows: unknown[]): void => {
      seen.push(rows.length)
      return killBackend(target, pid) as unknown as void
    }
    const reading = reserved.unsafe('select n from generate_series(1, 10) n').cursor(2, step)
    expect(await codeOf(reading)).toMatch(LOST)
    expect(seen).toEqual([2])
    reserved.release()
    expect(await selectOne(pool)).toBe(1)
  })
})

describe('a COPY', () => {
  const table = 'create table if not exists copied (n int)'

  test('a COPY to the server ends with an error when its connection is lost', async () => {
    const { pool, sockets } = poolOn(proxy.target, 1)
    await pool.unsafe(table)
    const reserved = await pool.reserve()
    const pid = await pidOf(reserved)
    const stream = await reserved.unsafe('copy copied from stdin').writable()
    const failed = once(stream, 'error')
    stream.write('1\n')
    await killBackend(target, pid)
    await expect.poll(() => sockets[0]?.closed).toBe(true)
    stream.write('2\n')
    stream.end('3\n')
    await failed
    reserved.release()
    expect(await selectOne(pool)).toBe(1)
    expect([...(await pool`select n from copied`)]).toEqual([])
  })

  test('a COPY whose connection the server closes without a message ends with an error', async () => {
    const { pool } = poolOn(proxy.target, 1)
    await pool.unsafe(table)
    const stream = await pool.unsafe('copy copied from stdin').writable()
    const failed = once(stream, 'error')
    stream.write('5\n')
    proxy.halfClose()
    await failed
    expect(await selectOne(pool)).toBe(1)
  })

  test('a COPY of which the server refuses a row ends with its error, and the connection is used again', async () => {
    const { pool } = poolOn(proxy.target, 1)
    await pool.unsafe(table)
    const reserved = await pool.reserve()
    const stream = await reserved.unsafe('copy copied from stdin').writable()
    const failed = once(stream, 'error')
    stream.end('kein int\n')
    await expect(failed).resolves.toMatchObject([{ code: '22P02' }])
    expect([...(await reserved`select n from copied where n = 0`)]).toEqual([])
    reserved.release()
    expect(await selectOne(pool)).toBe(1)
  })

  test('a COPY ends with an error when its last bytes are lost on the way', async () => {
    const { pool } = poolOn(proxy.target, 1)
    await pool.unsafe(table)
    const stream = await pool.unsafe('copy copied from stdin').writable()
    proxy.swallowFrom('4\n')
    const failed = once(stream, 'error')
    stream.end('4\n')
    await expect.poll(proxy.swallowed, { timeout: 30_000 }).toBeGreaterThan(0)
    proxy.reset()
    await failed
    expect(await selectOne(pool)).toBe(1)
  })
})
