import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

import type postgres from 'postgres'
import { onTestFinished } from 'vitest'

import { createPool, type PoolTarget } from '#server/platform/db/pool.ts'

/** Opens a pool of the patched library alone on a TCP address and collects its sockets. It ends with the test. */
export function poolOn(place: PoolTarget, max: number): { pool: postgres.Sql; sockets: Socket[] } {
  const sockets: Socket[] = []
  const pool = createPool({ ...place, max })
  // The library's types lack this option.
  Object.assign(pool.options, {
    socket: async () => {
      const socket = connect({ host: '127.0.0.1', port: place.port ?? 0 })
      sockets.push(socket)
      await once(socket, 'connect')
      return socket
    },
  })
  onTestFinished(() => pool.end({ timeout: 0 }))
  return { pool, sockets }
}

export const selectOne = async (sql: postgres.ISql) =>
  (await sql.unsafe('select 1 as one'))[0]?.['one'] as unknown

/** Returns the id of the server process of a connection. */
export const pidOf = async (sql: postgres.ISql) =>
  (await sql.unsafe('select pg_backend_pid() as pid'))[0]?.['pid'] as number

/** Returns the code of the error with which `work` failed, or 'fine'. */
export const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: { code?: unknown }) => error.code,
  )

/** Ends a process of the server and waits until it is gone. */
export async function killBackend(target: PoolTarget, pid: number): Promise<void> {
  const direct = createPool({ ...target, max: 1 })
  await direct`select pg_terminate_backend(${pid}, 10000)`
  await direct.end()
}

/** The error of a statement whose server process was killed; it depends on how much had arrived. */
export const LOST = /57P01|CONNECTION_CLOSED|ECONNRESET|EPIPE/
