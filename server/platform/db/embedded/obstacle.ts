import { connect } from 'node:net'

import { codeOf } from '#server/platform/db/errors.ts'

import { passwordOf } from './cluster.ts'
import { type Endpoint, isSocket, type PidFile } from './lock-files.ts'
import { servesCluster } from './loopback.ts'
import { findServerOf, isRunning, isServerOf } from './process.ts'

/** The reason why no server can start yet, as the end of a user's message, and how long to wait, in ms. */
export type Obstacle = { message: string; limitMs?: number }

/** Recovery after a crash replays what was written since the last checkpoint; a longer start counts as failed. */
export const START_LIMIT_MS = 5 * 60_000
/** A server in another container has its lock file shortly before it accepts connections. */
const YOUNG_MS = 2000
const RESPONSE_MS = 5000

/** Returns whether the server that wrote the file runs, here or in another container that shares the folder. */
export async function isServed(cluster: string, found: PidFile): Promise<boolean> {
  // On the loopback a process id or a response proves nothing: any other server may have both.
  if (passwordOf(cluster) !== undefined) return isRunning(found.pid) && servesCluster(found, cluster)
  const isHere = isServerOf(found.pid, cluster)
  // Only Linux identifies the process reliably; elsewhere a server that is ready must also respond.
  if (isHere && (process.platform === 'linux' || !found.ready)) return true
  return (isHere || isSocket(found.host)) && (await isListening(found))
}

/** Returns the obstacle of a server that is starting. */
export function notReady(pid: number): Obstacle {
  return {
    message: `veritabanı (süreç ${pid}) ${START_LIMIT_MS / 60_000} dakika içinde hazır olmadı`,
    limitMs: START_LIMIT_MS,
  }
}

/** Returns what a dead server has left, if anything; otherwise the lock files may be removed. */
export async function findObstacle(
  cluster: string,
  endpoint: Endpoint,
  found: PidFile | undefined,
): Promise<Obstacle | undefined> {
  const pid = findServerOf(cluster)
  if (pid !== undefined)
    return { message: `önceki veritabanının bir süreci (${pid}) hâlâ çalışıyor ve kendiliğinden bitmedi` }
  if (isSocket(endpoint.host) && (await isListening(endpoint)))
    return { message: `${endpoint.host} klasöründeki sokette başka bir veritabanı yanıt veriyor` }
  if (found !== undefined && !found.ready && Math.abs(Date.now() - found.file.changed) < YOUNG_MS)
    return { message: `veritabanını başka bir süreç (${found.pid}) başlatıyor` }
  return undefined
}

/** Returns false only when surely nothing listens: a server with a full queue refuses with another error. */
function isListening({ host, port }: Endpoint): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = isSocket(host) ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  socket.setTimeout(RESPONSE_MS, () => resolve(true))
  socket.once('connect', () => resolve(true))
  socket.once('error', (error) => resolve(!NO_LISTENER.includes(codeOf(error))))
  return promise.finally(() => socket.destroy())
}

const NO_LISTENER = ['ECONNREFUSED', 'ENOENT', 'ENOTDIR']
