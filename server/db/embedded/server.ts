import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { StartupError } from '#server/core/startup-error.ts'
import type { PoolTarget } from '#server/db/pool.ts'

import { findBinaries } from './binaries.ts'
import { type ClusterAccess, ensureCluster, passwordOf, SUPERUSER } from './cluster.ts'
import { type Guard, takeGuard } from './guard.ts'
import { findPlace, type Place } from './place.ts'
import { type Endpoint, ensureRunning, type Running, stopServer } from './postmaster.ts'

export type EmbeddedOptions = {
  dataDir: string
  /** Told when the server ended by itself and when it is back. */
  log?: (message: string) => void
  /** Server settings on top of ours; tests turn fsync off. */
  settings?: Readonly<Record<string, string>>
  transport?: ClusterAccess['transport']
  /** Where root keeps what the server's user could not reach elsewhere. */
  systemHome?: string
}

export type EmbeddedServer = {
  target: PoolTarget
  notice: string | undefined
  /** Whether the server was already running: our predecessor died without stopping it. */
  adopted: boolean
  /** Of the server's first process; changes when it had to be started again. */
  pid: () => number
  stop: () => Promise<void>
}

const DATABASE = 'oto_servis'
const PORT = 5432
/** The longest path of a Unix socket. */
const SOCKET_PATH_BYTES = 107
/** The whole application has 10 s to stop. */
const STOP_LIMIT_MS = 7000

/**
 * Runs PostgreSQL for this data folder and keeps it running until `stop`. Throws a StartupError when another
 * panel uses the folder, when it holds something else, and when there is no PostgreSQL for this platform.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { transport = process.platform === 'win32' ? 'loopback' : 'socket', settings } = options
  const place = findPlace(options.dataDir, findBinaries(), options.systemHome)
  await ensureCluster(place, { transport })
  const wished = transport === 'socket' ? socketOf(place) : { host: '127.0.0.1', port: await freePort() }

  let running = await ensureRunning(place, wished, settings)
  const endpoint: Endpoint = { host: running.host, port: running.port }
  const password = passwordOf(place.cluster)
  const login = { ...endpoint, username: SUPERUSER, ...(password === undefined ? {} : { password }) }

  const stopping = new AbortController()
  let guard: Guard
  const protect = () => takeGuard(login, DATABASE, () => void revive())
  const revive = async (): Promise<void> => {
    if (stopping.signal.aborted) return
    options.log?.('Veritabanı beklenmedik biçimde kapandı; yeniden başlatılıyor.')
    for (let pause = 50; !stopping.signal.aborted; pause = Math.min(pause * 2, 5000)) {
      try {
        running = await ensureRunning(place, endpoint, settings)
        guard = await protect()
        options.log?.('Veritabanı yeniden çalışıyor.')
        return
      } catch (error) {
        options.log?.(error instanceof Error ? error.message : String(error))
        await sleep(pause)
      }
    }
  }

  guard = await protectOrLeave(protect, place, running)
  return {
    target: { ...login, database: DATABASE },
    notice: place.notice,
    adopted: running.adopted,
    pid: () => running.pid,
    stop: async () => {
      stopping.abort()
      await stopServer(place.cluster, running.pid, STOP_LIMIT_MS)
      await guard.end()
    },
  }
}

/** A server that we started and cannot use is not left behind; one that another panel uses is. */
async function protectOrLeave(protect: () => Promise<Guard>, place: Place, running: Running): Promise<Guard> {
  try {
    return await protect()
  } catch (error) {
    if (error instanceof StartupError) throw error
    if (!running.adopted) await stopServer(place.cluster, running.pid, STOP_LIMIT_MS)
    throw new StartupError(`DATA_DIR: veritabanına bağlanılamadı; ayrıntı: ${place.log}`)
  }
}

/** In the cluster's own folder, which nobody else may enter; where that path is too long, in a folder like it. */
function socketOf({ cluster, owner }: Place): Endpoint {
  if (Buffer.byteLength(`${cluster}/.s.PGSQL.${PORT}`) <= SOCKET_PATH_BYTES)
    return { host: cluster, port: PORT }
  const hash = createHash('sha256').update(cluster).digest('hex').slice(0, 16)
  const host = join(tmpdir(), `oto-servis-${hash}`)
  const uid = owner?.uid ?? process.getuid?.()
  mkdirSync(host, { recursive: true, mode: 0o700 })
  const made = lstatSync(host)
  if (owner !== undefined && made.uid === 0) chownSync(host, owner.uid, owner.gid)
  const { uid: holder, mode } = lstatSync(host)
  if (!made.isDirectory() || holder !== uid || (mode & 0o077) !== 0)
    throw new StartupError(
      `DATA_DIR: yol çok uzun ve ${host} klasörü kullanılamıyor; daha kısa bir klasör verin.`,
    )
  return { host, port: PORT }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : PORT
}
