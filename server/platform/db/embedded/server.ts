import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, lstatSync, mkdirSync, rmdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { StartupError } from '#server/platform/lib/startup-error.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'

import { findBinaries, findPaths, locateCluster, type ClusterPaths } from './paths.ts'
import { ensureCluster, passwordOf, SUPERUSER, type Transport } from './cluster.ts'
import { type InstanceLock, takeInstanceLock } from './instance-lock.ts'
import { type Endpoint, isSocket, readPidFile } from './process.ts'
import { ensureRunning, isServed, stopServer } from './postmaster.ts'
import { plainStorageError } from './storage-error.ts'

export type EmbeddedOptions = {
  dataDir: string
  /** Receives a message when the server has ended by itself and when it is back. */
  log?: ((message: string) => void) | undefined
  /** Server settings on top of ours; tests turn fsync off. */
  settings?: Readonly<Record<string, string>>
  transport?: Transport
  /** Timeout of the wait for a stopping panel that still uses `dataDir`, in ms. */
  lockWaitMs?: number | undefined
  /** The folder in which root stores files that the server's user could not reach elsewhere. */
  systemHome?: string
  /** Aborts a start, which then throws the signal's reason. */
  signal?: AbortSignal | undefined
}

export type EmbeddedServer = Awaited<ReturnType<typeof startServer>>

const DATABASE = 'oto_servis'
const PORT = 5432
/** The longest path of a Unix socket, in bytes. */
const SOCKET_PATH_BYTES = 107
/** Time for which connections may fail, in ms, because the found server is just ending. */
const CONNECT_LIMIT_MS = 10_000
/** Timeout of the server's stop, in ms; the whole application has 10 s. */
const STOP_LIMIT_MS = 7000
const LONGEST_PAUSE_MS = 5000

/** Runs PostgreSQL for this data folder until `stop`. Throws a StartupError if the folder or PostgreSQL is unusable. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  try {
    return await startServer(options)
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

async function startServer(options: EmbeddedOptions) {
  const { transport = process.platform === 'win32' ? 'loopback' : 'socket' } = options
  const paths = findPaths(options.dataDir, findBinaries(), options.systemHome)
  await ensureCluster(paths, transport)
  const endpoint = transport === 'socket' ? socketOf(paths) : { host: '127.0.0.1', port: await freePort() }
  const supervisor = new Supervisor(paths, endpoint, options)
  const adopted = await supervisor.begin(options.signal)
  const { target } = supervisor
  return {
    target,
    notice: paths.notice,
    /** Whether the server was already running, because an earlier panel died without stopping it. */
    adopted,
    /** Id of the server's first process; it changes when the server had to be restarted. */
    pid: () => supervisor.pid,
    stop: async () => {
      await supervisor.stop()
      if (!isSocket(target.host) || target.host === paths.cluster) return
      try {
        rmdirSync(target.host)
      } catch {
        // A server that takes longer to stop still has its socket there.
      }
    },
  }
}

/** Keeps one cluster's server running and holds the instance lock. */
class Supervisor {
  readonly #paths: ClusterPaths
  readonly #options: EmbeddedOptions
  readonly #login: ReturnType<typeof loginTo>
  readonly #stopping = new AbortController()
  /** The address of a server that we start; an adopted one keeps its own. */
  #endpoint: Endpoint
  pid = 0
  #lock: InstanceLock | undefined
  #restarting: Promise<void> = Promise.resolve()

  constructor(paths: ClusterPaths, endpoint: Endpoint, options: EmbeddedOptions) {
    this.#paths = paths
    this.#endpoint = endpoint
    this.#options = options
    this.#login = loginTo(paths.cluster)
  }

  get target() {
    return { ...this.#endpoint, ...this.#login, database: DATABASE }
  }

  /** Starts or adopts the server; returns which. Throws a StartupError if it cannot be used, and `signal`'s reason. */
  async begin(signal?: AbortSignal): Promise<boolean> {
    const deadline = Date.now() + CONNECT_LIMIT_MS
    let adopted = true
    for (;;) {
      if (!(await this.#run(signal))) adopted = false
      try {
        await this.#takeLock()
        return adopted
      } catch (error) {
        // A server that another panel uses keeps running; one that we started and cannot use is stopped.
        if (error instanceof StartupError) throw error
        await sleep(100)
        if (signal?.aborted !== true && Date.now() < deadline) continue
        if (!adopted) await this.#stopServer()
        signal?.throwIfAborted()
        throw new StartupError(`DATA_DIR: veritabanına bağlanılamadı; ayrıntı: ${this.#paths.log}`)
      }
    }
  }

  /** Stops the server, also while it is being restarted. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#restarting
    await this.#stopServer()
    await this.#lock?.end()
  }

  #stopServer(): Promise<void> {
    return stopServer(this.#paths.cluster, this.pid, STOP_LIMIT_MS)
  }

  /** Returns whether the server was already running. */
  async #run(signal: AbortSignal | undefined): Promise<boolean> {
    const { settings } = this.#options
    const { adopted, pid, ...endpoint } = await ensureRunning(this.#paths, this.#endpoint, {
      settings,
      signal,
    })
    this.#endpoint = endpoint
    this.pid = pid
    return adopted
  }

  async #takeLock(): Promise<void> {
    await this.#lock?.end()
    this.#lock = await takeInstanceLock(this.target, {
      waitMs: this.#options.lockWaitMs,
      onLost: () => {
        if (!this.#stopping.signal.aborted) this.#restarting = this.#restart()
      },
    })
  }

  /** The lock's connection ended by itself: the server died, or another process stopped it. */
  async #restart(): Promise<void> {
    const { log = () => {} } = this.#options
    const { signal } = this.#stopping
    log('Veritabanı beklenmedik biçimde kapandı; yeniden başlatılıyor.')
    for (let pause = 50; !signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        await this.#run(signal)
        await this.#takeLock()
        log('Veritabanı yeniden çalışıyor.')
        return
      } catch (thrown) {
        if (signal.aborted) return
        const error = plainStorageError(thrown, this.#paths.cluster)
        log(error instanceof Error ? error.message : String(error))
        await sleep(pause, undefined, { signal }).catch(() => {})
      }
    }
  }
}

/** Returns the socket: in the cluster's folder, or, if that path is too long, in a folder with the same rights. */
function socketOf({ cluster, owner }: ClusterPaths): Endpoint {
  if (Buffer.byteLength(`${cluster}/.s.PGSQL.${PORT}`) <= SOCKET_PATH_BYTES)
    return { host: cluster, port: PORT }
  const hash = createHash('sha256').update(cluster).digest('hex').slice(0, 16)
  const host = join(tmpdir(), `oto-servis-${hash}`)
  const uid = owner?.uid ?? process.getuid?.()
  mkdirSync(host, { recursive: true, mode: 0o700 })
  const folder = lstatSync(host)
  if (owner !== undefined && folder.isDirectory() && folder.uid === 0) chownSync(host, owner.uid, owner.gid)
  const { uid: ownerUid, mode } = lstatSync(host)
  if (!folder.isDirectory() || ownerUid !== uid || (mode & 0o077) !== 0)
    throw new StartupError(
      `DATA_DIR: yol çok uzun ve ${host} klasörü kullanılamıyor; daha kısa bir klasör verin.`,
    )
  return { host, port: PORT }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await once(probe.close(), 'close')
  return port
}
