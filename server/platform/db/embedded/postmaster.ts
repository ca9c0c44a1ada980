import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

import { StartupError } from '#server/platform/lib/startup-error.ts'

import { executable } from './binaries.ts'
import { childEnvironment } from './cluster.ts'
import {
  type Endpoint,
  isSocket,
  type LockFile,
  type PidFile,
  readPidFile,
  readSocketLock,
  removeLockFile,
} from './lock-files.ts'
import { interrupt, startByPgCtl } from './loopback.ts'
import { findObstacle, isServed, notReady, type Obstacle, START_LIMIT_MS } from './obstacle.ts'
import type { ClusterPaths } from './paths.ts'
import { isRunning, isServerOf } from './process.ts'
import { openStartLog, reasonIn, writtenSince } from './server-log.ts'
import { storageRefusal } from './storage-error.ts'

export type Running = Endpoint & { pid: number; adopted: boolean }

export type StartOptions = {
  /** Server settings on top of ours. */
  settings?: Readonly<Record<string, string>> | undefined
  /** Aborts a start that is under way: its reason is thrown, and no server of this start is left. */
  signal?: AbortSignal | undefined
  /** How long to wait, in ms, for processes of an earlier server to end. */
  leftoverLimitMs?: number
}

/** Longer than the longest statement: until that ends, a worker does not notice that its postmaster is dead. */
const LEFTOVER_LIMIT_MS = 90_000
/** Between two checks, in ms; longer after a server of ours was refused, because it logs that each time. */
const LOOK_MS = 20
const RETRY_MS = 250

/**
 * Joins the cluster's running server, or starts it. Two concurrent callers get one server. Throws a StartupError
 * with the path of the log when the server cannot be started, or with the id of the process that did not end in
 * time.
 */
export async function ensureRunning(
  paths: ClusterPaths,
  endpoint: Endpoint,
  options: StartOptions = {},
): Promise<Running> {
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

    // On the loopback we cannot tell whether a server that is not ready is still starting: PostgreSQL decides by
    // its pid.
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
    await sleep(LOOK_MS)
  }
}

/** Fast shutdown: sessions end, everything is written. Waits until the process has ended, at most `limitMs`. */
export async function stopServer(cluster: string, pid: number, limitMs: number): Promise<void> {
  if (!isServerOf(pid, cluster)) return
  await interrupt(pid)
  const deadline = Date.now() + limitMs
  // Not isServerOf: an ending process leaves its folder before it ends.
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

/**
 * Returns an obstacle when another process was quicker and its server is the one to join, or when processes of the
 * last server still run.
 */
async function start(
  paths: ClusterPaths,
  endpoint: Endpoint,
  { settings = {}, signal, deadline }: StartOptions & { deadline: number },
): Promise<Running | Obstacle> {
  const all = { ...listenSettings(endpoint), ...SETTINGS, ...settings }
  if (!isSocket(endpoint.host)) return startOnLoopback(paths, all, signal)
  const log = openStartLog(paths.log)
  try {
    const child = spawnServer(paths, all, log.file)
    const { pid } = child
    if (pid === undefined) throw refusal(paths, messageFor(paths, reasonIn(log.written())))
    while (child.exitCode === null && child.signalCode === null) {
      const file = readPidFile(paths.cluster)
      if (signal?.aborted === true) stopOnce(child)
      else if (file?.pid === pid && file.ready) return { ...endpoint, pid, adopted: false }
      if (performance.now() > deadline) throw refusal(paths, notReady(pid).message)
      await sleep(3)
    }
    signal?.throwIfAborted()
    const message = messageFor(paths, reasonIn(log.written()))
    if (isLocked(paths.cluster, pid) || LOCKED.test(message)) return { message }
    throw refusal(paths, message)
  } finally {
    log.close()
  }
}

async function startOnLoopback(
  paths: ClusterPaths,
  settings: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<Running | Obstacle> {
  const written = writtenSince(paths.log)
  const giveUp = () => void interruptFound(paths.cluster)
  signal?.addEventListener('abort', giveUp)
  await startByPgCtl(paths, settings).finally(() => signal?.removeEventListener('abort', giveUp))
  signal?.throwIfAborted()
  const found = readPidFile(paths.cluster)
  if (found !== undefined && isRunning(found.pid)) {
    const { host, port, pid, ready } = found
    return ready && String(port) === settings['port'] ? { host, port, pid, adopted: false } : notReady(pid)
  }
  const message = messageFor(paths, reasonIn(written()))
  if (LOCKED.test(message)) return { message }
  throw refusal(paths, message)
}

async function interruptFound(cluster: string): Promise<void> {
  const found = readPidFile(cluster)
  if (found !== undefined && isServerOf(found.pid, cluster)) await interrupt(found.pid)
}

function stopOnce(child: ChildProcess): void {
  if (!child.killed) child.kill('SIGINT')
}

/** PostgreSQL's messages about a lock, and about shared memory that workers of its predecessor still hold. */
const LOCKED = /lock file .+ (already exists|is empty)|pre-existing shared memory block/

function isLocked(cluster: string, pid: number): boolean {
  const other = readPidFile(cluster)
  return other !== undefined && other.pid !== pid && isServerOf(other.pid, cluster)
}

function refusal({ log }: ClusterPaths, message: string): StartupError {
  return new StartupError(`DATA_DIR: ${message}; ayrıntı: ${log}`)
}

function messageFor({ cluster }: ClusterPaths, reason: string | undefined): string {
  if (reason === undefined) return 'veritabanı başlatılamadı'
  return `${storageRefusal(reason, cluster) ?? 'veritabanı başlatılamadı'} (${reason})`
}

/** In its own process group, so that our Ctrl-C does not reach it before we have finished. */
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
  return isSocket(host)
    ? {
        listen_addresses: '',
        unix_socket_directories: host,
        unix_socket_permissions: '0700',
        port: String(port),
      }
    : { listen_addresses: host, unix_socket_directories: '', port: String(port) }
}

/** The log names what failed but never a value: customers' data does not belong in an unprotected file. */
const SETTINGS = {
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
  jit: 'off',
}
