import { connect } from 'node:net'

import { passwordOf } from './cluster.ts'
import { codeOf } from './error-code.ts'
import { type Endpoint, isSocket, type PidFile } from './lock-files.ts'
import { servesCluster } from './loopback.ts'
import { findServerOf, isRunning, isServerOf } from './process.ts'

/** Why no server can be started yet, as the end of a message for people, and how long that is borne. */
export type Obstacle = { message: string; limitMs?: number }

/** Recovery after a crash replays what was written since the last checkpoint; more than this is a fault. */
export const START_LIMIT_MS = 5 * 60_000
/** A server in another container has its lock file a moment before it answers. */
const YOUNG_MS = 2000
const ANSWER_MS = 5000

/** Whether the server that wrote the file runs, here or in another container that shares the folder. */
export async function isServed(cluster: string, found: PidFile): Promise<boolean> {
  // On the loopback a number or an answer proves nothing: anybody's server may have both.
  if (passwordOf(cluster) !== undefined) return isRunning(found.pid) && servesCluster(found, cluster)
  const isHere = isServerOf(found.pid, cluster)
  // Only Linux says for sure which process it is; elsewhere a server that is ready has to answer, too.
  if (isHere && (process.platform === 'linux' || !found.ready)) return true
  return (isHere || isSocket(found.host)) && (await answers(found))
}

export function notReady(pid: number): Obstacle {
  return {
    message: `veritabanı (süreç ${pid}) ${START_LIMIT_MS / 60_000} dakika içinde hazır olmadı`,
    limitMs: START_LIMIT_MS,
  }
}

/**
 * What is left of a server whose pid file, if there is one, speaks of nothing that runs. Undefined: nothing, so
 * its lock files may go.
 */
export async function findObstacle(
  cluster: string,
  endpoint: Endpoint,
  found: PidFile | undefined,
): Promise<Obstacle | undefined> {
  const pid = findServerOf(cluster)
  if (pid !== undefined)
    return { message: `önceki veritabanının bir süreci (${pid}) hâlâ çalışıyor ve kendiliğinden bitmedi` }
  if (isSocket(endpoint.host) && (await answers(endpoint)))
    return { message: `${endpoint.host} klasöründeki sokette başka bir veritabanı yanıt veriyor` }
  if (found !== undefined && !found.ready && Math.abs(Date.now() - found.file.changed) < YOUNG_MS)
    return { message: `veritabanını başka bir süreç (${found.pid}) başlatıyor` }
  return undefined
}

/** Only a clear "nobody listens" is a no: a server with a full queue refuses too, in other words. */
function answers({ host, port }: Endpoint): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = isSocket(host) ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  socket.setTimeout(ANSWER_MS, () => resolve(true))
  socket.once('connect', () => resolve(true))
  socket.once('error', (error) => resolve(!NO_LISTENER.includes(codeOf(error))))
  return promise.finally(() => socket.destroy())
}

const NO_LISTENER = ['ECONNREFUSED', 'ENOENT', 'ENOTDIR']
