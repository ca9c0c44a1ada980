import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { createPool, type PoolTarget } from '#server/platform/db/pool.ts'
import { REQUEST_ROLE } from '#server/platform/db/request-role.ts'

import { temporaryFolder } from './embedded-server.ts'
import { postgresUser } from './postgres-user.ts'
import { PROGRAMS } from '#tests/support/setup/programs.ts'
import { freePort } from '#tests/support/panel/free-port.ts'

export type Pgbouncer = {
  /** The server's target through the pgbouncer. */
  target: PoolTarget
  /** The process of the pgbouncer. */
  child: ChildProcess
  log: () => string
  close: () => Promise<void>
}

type Options = {
  /** The number of connections to the server, for each database and role. */
  poolSize: number
  /** Further lines of its configuration. */
  settings?: Readonly<Record<string, string | number>>
}

/** Options for a run whose files have a database each: a finished file's connections are closed soon. */
export const OF_FILES: Options = { poolSize: 10, settings: { server_idle_timeout: 2 } }

/** Starts a pgbouncer in transaction mode on the loopback address, before a server. */
export async function startPgbouncer(
  server: PoolTarget,
  { poolSize, settings = {} }: Options,
): Promise<Pgbouncer> {
  const folder = temporaryFolder()
  const port = await freePort()
  const log = join(folder, 'log')
  const users = join(folder, 'users')
  const config = join(folder, 'pgbouncer.ini')
  writeFileSync(users, [server.username, REQUEST_ROLE].map((name) => `"${name}" ""\n`).join(''))
  const lines = Object.entries({
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: users,
    pool_mode: 'transaction',
    default_pool_size: poolSize,
    max_client_conn: 2_000,
    logfile: log,
    ...settings,
  }).map(([name, value]) => `${name} = ${value}\n`)
  const place = `host=${server.host} port=${server.port ?? 5432}`
  writeFileSync(config, `[databases]\n* = ${place}\n[pgbouncer]\n${lines.join('')}`)
  const owner = await userBefore(server)
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid)
  const child = spawn(PROGRAMS.pgbouncer, ['-q', config], { cwd: '/', stdio: 'ignore', ...owner })
  const ended = once(child, 'exit')
  const target = { ...server, host: '127.0.0.1', port, pgbouncer: true }
  const read = () => readFileSync(log, 'utf8')
  for (let tries = 0; !(await responds(target)); tries++) {
    if (child.exitCode !== null || tries > 500) throw new Error(`pgbouncer: ${read()}`)
    await sleep(20)
  }
  return {
    target,
    child,
    log: read,
    close: async () => {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

/** pgbouncer refuses root, and only the server's user may enter the folder of a Unix socket. */
async function userBefore({ host = '' }: PoolTarget): Promise<{ uid: number; gid: number } | undefined> {
  const user = await postgresUser()
  if (user === undefined || !host.startsWith('/')) return user
  const { uid, gid } = statSync(host)
  return { uid, gid }
}

async function responds(target: PoolTarget): Promise<boolean> {
  const pool = createPool({ ...target, max: 1 })
  try {
    await pool.unsafe('select 1')
    return true
  } catch {
    return false
  } finally {
    await pool.end()
  }
}
