import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { chownSync, closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import postgres from 'postgres'

import { codeOf } from '#server/platform/db/errors.ts'

import { type Binaries, executable, findBinaries, type Owner, type ClusterPaths } from './paths.ts'
import { childEnvironment, passwordOf, SUPERUSER } from './cluster.ts'
import type { Endpoint } from './process.ts'

/** Codes for an address without a server, or with one that does not know our password. */
const FOREIGN_CODES = ['ECONNREFUSED', '28P01', '28000']
const CONNECT_LIMIT_S = 5

/**
 * Returns whether the server at that loopback address sees a file that we put into the folder: on Windows process ids
 * prove nothing, and the folder's name comes back in the system's code page. A server that does not respond counts as
 * ours, because a second server on the folder would be worse.
 */
export async function servesCluster({ host, port }: Endpoint, cluster: string): Promise<boolean> {
  const password = passwordOf(cluster)
  if (password === undefined || !Number.isInteger(port)) return false
  const sql = postgres({
    host,
    port,
    username: SUPERUSER,
    password,
    database: 'postgres',
    max: 1,
    connect_timeout: CONNECT_LIMIT_S,
    onnotice: () => {},
  })
  const probe = `OTO_SERVIS_PROBE-${randomBytes(8).toString('hex')}`
  writeFileSync(join(cluster, probe), '')
  try {
    const [row] = await sql`select (pg_stat_file(${probe}, true)).size is not null as sees`
    return row?.['sees'] === true
  } catch (error) {
    return !FOREIGN_CODES.includes(codeOf(error))
  } finally {
    rmSync(join(cluster, probe), { force: true })
    await sql.end({ timeout: 0 })
  }
}

/**
 * Starts the server with pg_ctl and waits until it is ready or its log shows a failure. On Windows pg_ctl drops
 * administrator rights, which the server refuses, and uses a hidden console, so that our Ctrl-C does not reach the
 * server.
 */
export async function startByPgCtl(
  paths: ClusterPaths,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const { cluster, log, binaries, owner } = paths
  // On Windows the log of a running server cannot be opened.
  if (owner !== undefined) {
    closeSync(openSync(log, 'a', 0o600))
    chownSync(log, owner.uid, owner.gid)
  }
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const args = ['start', '--wait', '--timeout=300', '--silent', '-D', cluster, '-l', log]
  await pgCtl(binaries, [...args, '-o', options.join(' ')], owner)
}

/** Asks a server for a fast shutdown; Windows has no signals, so pg_ctl does it there. */
export async function interrupt(pid: number): Promise<void> {
  if (process.platform === 'win32') await pgCtl(findBinaries(), ['kill', 'INT', String(pid)])
  else process.kill(pid, 'SIGINT')
}

/** Uses no pipes, because the server would inherit them and never close them. */
async function pgCtl(binaries: Binaries, args: string[], owner?: Owner): Promise<void> {
  const options = { cwd: binaries.root, env: childEnvironment, windowsHide: true, ...owner }
  const child = spawn(executable(binaries, 'pg_ctl'), args, { ...options, stdio: 'ignore' })
  await once(child, 'exit').catch(() => {})
}
