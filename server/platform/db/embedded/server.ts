import { createHash } from 'node:crypto'
import { chownSync, existsSync, lstatSync, mkdirSync, rmdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { StartupError } from '#server/platform/lib/startup-error.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'

import { findBinaries } from './binaries.ts'
import { ensureCluster, passwordOf, SUPERUSER, type Transport } from './cluster.ts'
import { LOCK_WAIT_MS } from './instance-lock.ts'
import { Supervisor } from './supervisor.ts'
import { type Endpoint, readPidFile } from './lock-files.ts'
import { isServed } from './obstacle.ts'
import { findPaths, locateCluster, type ClusterPaths } from './paths.ts'
import { plainStorageError } from './storage-error.ts'

export type EmbeddedOptions = {
  dataDir: string
  /** Receives a message when the server has ended by itself and when it is back. */
  log?: ((message: string) => void) | undefined
  /** Server settings on top of ours; tests turn fsync off. */
  settings?: Readonly<Record<string, string>>
  transport?: Transport
  /** How long to wait for a panel that is just stopping, in ms. */
  lockWaitMs?: number | undefined
  /** Root stores here what the server's user could not reach elsewhere. */
  systemHome?: string
  /** Aborts a start, which then throws the signal's reason. */
  signal?: AbortSignal | undefined
}

export type EmbeddedServer = {
  target: PoolTarget
  notice: string | undefined
  /** Whether the server was already running, because an earlier panel died without stopping it. */
  adopted: boolean
  /** Id of the server's first process; it changes when the server had to be restarted. */
  pid: () => number
  stop: () => Promise<void>
}

const DATABASE = 'oto_servis'
const PORT = 5432
/** The longest path of a Unix socket, in bytes. */
const SOCKET_PATH_BYTES = 107

/** Runs PostgreSQL for this data folder until `stop`. Throws a StartupError if the folder or PostgreSQL is unusable. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  try {
    return await startIn(options)
  } catch (error) {
    throw plainStorageError(error, resolve(options.dataDir))
  }
}

/** Returns the address of the running server, undefined without one. Throws a StartupError without a database. */
export async function findEmbedded(dataDir: string): Promise<PoolTarget | undefined> {
  const { cluster } = locateCluster(dataDir)
  if (!existsSync(cluster)) throw new StartupError(`DATA_DIR: ${resolve(dataDir)} klasöründe veritabanı yok.`)
  const found = readPidFile(cluster)
  if (found?.ready !== true || !(await isServed(cluster, found))) return undefined
  return { host: found.host, port: found.port, ...loginTo(cluster), database: DATABASE }
}

function loginTo(cluster: string): { username: string; password?: string } {
  const password = passwordOf(cluster)
  return { username: SUPERUSER, ...(password === undefined ? {} : { password }) }
}

async function startIn(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { transport = process.platform === 'win32' ? 'loopback' : 'socket' } = options
  const paths = findPaths(options.dataDir, findBinaries(), options.systemHome)
  await ensureCluster(paths, transport)
  const endpoint = transport === 'socket' ? socketOf(paths) : { host: '127.0.0.1', port: await freePort() }

  const login = loginTo(paths.cluster)
  const { settings, log, lockWaitMs = LOCK_WAIT_MS } = options
  const supervisor = new Supervisor({ paths, endpoint, login, database: DATABASE, settings, log, lockWaitMs })
  const { host, port, adopted } = await supervisor.begin(options.signal)
  return {
    target: { host, port, ...login, database: DATABASE },
    notice: paths.notice,
    adopted,
    pid: () => supervisor.pid,
    stop: async () => {
      await supervisor.stop()
      if (transport === 'socket' && host !== paths.cluster) removeIfEmpty(host)
    },
  }
}

/** The socket is in the cluster's own folder, or, when that path is too long, in a folder with the same rights. */
function socketOf({ cluster, owner }: ClusterPaths): Endpoint {
  if (Buffer.byteLength(`${cluster}/.s.PGSQL.${PORT}`) <= SOCKET_PATH_BYTES)
    return { host: cluster, port: PORT }
  const hash = createHash('sha256').update(cluster).digest('hex').slice(0, 16)
  const host = join(tmpdir(), `oto-servis-${hash}`)
  const uid = owner?.uid ?? process.getuid?.()
  mkdirSync(host, { recursive: true, mode: 0o700 })
  const made = lstatSync(host)
  if (owner !== undefined && made.isDirectory() && made.uid === 0) chownSync(host, owner.uid, owner.gid)
  const { uid: holder, mode } = lstatSync(host)
  if (!made.isDirectory() || holder !== uid || (mode & 0o077) !== 0)
    throw new StartupError(
      `DATA_DIR: yol çok uzun ve ${host} klasörü kullanılamıyor; daha kısa bir klasör verin.`,
    )
  return { host, port: PORT }
}

function removeIfEmpty(socketFolder: string): void {
  try {
    rmdirSync(socketFolder)
  } catch {
    // A server that takes longer to stop still has its socket there.
  }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : PORT
}
