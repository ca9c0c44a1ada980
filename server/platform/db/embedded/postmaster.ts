import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { codeOf } from '#server/platform/db/errors.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

import { executable, type ClusterPaths } from './paths.ts'
import { childEnvironment, passwordOf } from './cluster.ts'
import {
  type Endpoint,
  isSocket,
  type LockFile,
  type PidFile,
  readPidFile,
  readSocketLock,
  removeLockFile,
  findServerOf,
  isRunning,
  isServerOf,
} from './process.ts'
import { interrupt, servesCluster, startByPgCtl } from './loopback.ts'
import { storageRefusal } from './storage-error.ts'

export type RunningServer = Endpoint & { pid: number; adopted: boolean }

type StartOptions = {
  /** Server settings besides ours. */
  settings?: Readonly<Record<string, string>> | undefined
  /** Aborts a start: its reason is thrown, and no server of this start is left. */
  signal?: AbortSignal | undefined
  /** Timeout of the wait for processes of an earlier server, in ms. */
  leftoverLimitMs?: number
}

/** The reason why no server can start yet, as the end of a user's message, and how long to wait, in ms. */
type Obstacle = { message: string; limitMs?: number }

/** Longer than any statement, in ms: a worker notices only after its statement that its postmaster is dead. */
const LEFTOVER_LIMIT_MS = 90_000
/** Pauses between two checks, in ms; a refused server logs the refusal each time, so its pause is longer. */
const POLL_MS = 20
const RETRY_MS = 250
/** Timeout of a start, in ms; recovery after a crash replays the log since the last checkpoint. */
const START_LIMIT_MS = 5 * 60_000
/** Age of a lock file, in ms, up to which a server in another container may not accept connections yet. */
const YOUNG_MS = 2000
const RESPONSE_MS = 5000
const NO_LISTENER = ['ECONNREFUSED', 'ENOENT', 'ENOTDIR']
/** Size from which a start rotates the server's log. */
const LOG_LIMIT_BYTES = 4 * 1024 * 1024
const QUOTED_BYTES = 64 * 1024

/**
 * Joins the cluster's running server, or starts it; concurrent callers get the same server. Throws a StartupError with
 * the path of the log when the server cannot start, or with the id of the process that did not end in time.
 */
export async function ensureRunning(
  paths: ClusterPaths,
  endpoint: Endpoint,
  options: StartOptions = {},
): Promise<RunningServer> {
  const { signal, leftoverLimitMs = LEFTOVER_LIMIT_MS } = options
  const began = performance.now()
  const giveUpWhenLate = ({ message, limitMs = leftoverLimitMs }: Obstacle) => {
    if (performance.now() - began > limitMs) throw refusal(paths, message)
  }
  for (;;) {
    signal?.throwIfAborted()
    const found = readPidFile(paths.cluster)
    const socketLock = readSocketLock(endpoint)
    const isLive = found !== undefined && (await isServed(paths.cluster, found))
    if (isLive && found.ready) return { host: found.host, port: found.port, pid: found.pid, adopted: true }

    // On the loopback only PostgreSQL knows, by its pid, whether a server that is not ready is still starting.
    const isForPostgres = !isSocket(endpoint.host) && found?.ready === false
    const obstacle = isLive ? notReady(found.pid) : await findObstacle(paths.cluster, endpoint, found)
    if (obstacle !== undefined) {
      giveUpWhenLate(obstacle)
    } else if (isForPostgres || removeStaleLocks(found, socketLock)) {
      const started = await start(paths, endpoint, { ...options, deadline: began + START_LIMIT_MS })
      if ('pid' in started) return started
      giveUpWhenLate(started)
      await sleep(RETRY_MS)
    }
    await sleep(POLL_MS)
  }
}

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
function notReady(pid: number): Obstacle {
  return {
    message: `veritabanı (süreç ${pid}) ${START_LIMIT_MS / 60_000} dakika içinde hazır olmadı`,
    limitMs: START_LIMIT_MS,
  }
}

/** Returns the obstacle that a dead server has left; without one the lock files may be removed. */
async function findObstacle(
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

/** Stops the server, which ends sessions and writes all data, and waits at most `limitMs` for its process to end. */
export async function stopServer(cluster: string, pid: number, limitMs: number): Promise<void> {
  if (!isServerOf(pid, cluster)) return
  await interrupt(pid)
  const deadline = Date.now() + limitMs
  // `isServerOf` would not do here, because an ending process leaves its folder first.
  while (isRunning(pid) && Date.now() < deadline) await sleep(5)
}

/**
 * Removes the lock files of a killed server. PostgreSQL respects a lock file whose pid belongs to anything that
 * can get a signal: a zombie, another program, one of its threads. False when another start was quicker.
 */
function removeStaleLocks(pidFile: PidFile | undefined, socketLock: LockFile | undefined): boolean {
  if (pidFile !== undefined && !removeLockFile(pidFile.file)) return false
  if (socketLock !== undefined) removeLockFile(socketLock)
  return true
}

/** Returns an obstacle when another process was quicker, or when processes of the last server still run. */
async function start(
  paths: ClusterPaths,
  endpoint: Endpoint,
  { settings = {}, signal, deadline }: StartOptions & { deadline: number },
): Promise<RunningServer | Obstacle> {
  const allSettings = { ...listenSettings(endpoint), ...SETTINGS, ...settings }
  if (!isSocket(endpoint.host)) return startOnLoopback(paths, allSettings, signal)
  const readNewLog = newLogReader(paths.log)
  const log = openSync(paths.log, 'a', 0o600)
  try {
    const child = spawnServer(paths, allSettings, log)
    const { pid } = child
    if (pid === undefined) throw refusal(paths, messageFor(paths, readNewLog()))
    while (child.exitCode === null && child.signalCode === null) {
      const file = readPidFile(paths.cluster)
      if (signal?.aborted === true) {
        if (!child.killed) child.kill('SIGINT')
      } else if (file?.pid === pid && file.ready) return { ...endpoint, pid, adopted: false }
      if (performance.now() > deadline) throw refusal(paths, notReady(pid).message)
      await sleep(3)
    }
    signal?.throwIfAborted()
    const message = messageFor(paths, readNewLog())
    const other = readPidFile(paths.cluster)
    const isLocked = other !== undefined && other.pid !== pid && isServerOf(other.pid, paths.cluster)
    if (isLocked || LOCKED.test(message)) return { message }
    throw refusal(paths, message)
  } finally {
    closeSync(log)
  }
}

async function startOnLoopback(
  paths: ClusterPaths,
  settings: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<RunningServer | Obstacle> {
  const readNewLog = newLogReader(paths.log)
  const giveUp = () => {
    const found = readPidFile(paths.cluster)
    if (found !== undefined && isServerOf(found.pid, paths.cluster)) void interrupt(found.pid)
  }
  signal?.addEventListener('abort', giveUp)
  await startByPgCtl(paths, settings).finally(() => signal?.removeEventListener('abort', giveUp))
  signal?.throwIfAborted()
  const found = readPidFile(paths.cluster)
  if (found !== undefined && isRunning(found.pid)) {
    const { host, port, pid, ready } = found
    return ready && String(port) === settings['port'] ? { host, port, pid, adopted: false } : notReady(pid)
  }
  const message = messageFor(paths, readNewLog())
  if (LOCKED.test(message)) return { message }
  throw refusal(paths, message)
}

/** PostgreSQL's messages about a lock file, and about shared memory that workers of its predecessor still hold. */
const LOCKED = /lock file .+ (already exists|is empty)|pre-existing shared memory block/

function refusal({ log }: ClusterPaths, message: string): StartupError {
  return new StartupError(`DATA_DIR: ${message}; ayrıntı: ${log}`)
}

function messageFor({ cluster }: ClusterPaths, log: string): string {
  const reason = failureReason(log)
  if (reason === undefined) return 'veritabanı başlatılamadı'
  return `${storageRefusal(reason, cluster) ?? 'veritabanı başlatılamadı'} (${reason})`
}

/** Returns a function that reads at most the last 64 KB of the log since now. It keeps no file open, for Windows. */
function newLogReader(log: string): () => string {
  const sizeOf = () => statSync(log, { throwIfNoEntry: false })?.size ?? 0
  try {
    if (sizeOf() > LOG_LIMIT_BYTES) renameSync(log, `${log}.1`)
  } catch (error) {
    // Windows does not move a file that a process has open; a later start rotates it.
    if (process.platform !== 'win32') throw error
  }
  const before = sizeOf()
  return () => {
    const size = sizeOf()
    const from = Math.max(before, size - QUOTED_BYTES)
    if (size <= from) return ''
    const file = openSync(log, 'r')
    try {
      const bytes = Buffer.alloc(size - from)
      readSync(file, bytes, 0, bytes.length, from)
      return bytes.toString('utf8')
    } finally {
      closeSync(file)
    }
  }
}

/** Returns the reason why a server did not start, without the time and process of its line. */
function failureReason(log: string): string | undefined {
  const lines = log.trim().split('\n')
  const reason = lines.findLast((line) => /FATAL|PANIC|error while loading/.test(line)) ?? lines.at(-1)
  return reason?.replace(/^.*?(FATAL|PANIC): +/, '') || undefined
}

/** Starts the server in a process group of its own, so that our Ctrl-C does not reach it before we have finished. */
function spawnServer(
  paths: ClusterPaths,
  settings: Readonly<Record<string, string>>,
  log: number,
): ChildProcess {
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(executable(paths.binaries, 'postgres'), ['-D', paths.cluster, ...args], {
    cwd: paths.binaries.root,
    env: childEnvironment,
    detached: true,
    stdio: ['ignore', log, log],
    ...paths.owner,
  })
  child.on('error', () => {})
  child.unref()
  return child
}

function listenSettings({ host, port }: Endpoint): Record<string, string> {
  const address = isSocket(host)
    ? { listen_addresses: '', unix_socket_directories: host, unix_socket_permissions: '0700' }
    : { listen_addresses: host, unix_socket_directories: '' }
  return { ...address, port: String(port) }
}

/** The log names failed statements without values: customers' data does not belong in an unprotected file. */
const SETTINGS = {
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
  jit: 'off',
}
