import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { StartupError } from '#server/core/startup-error.ts'

import { executable } from './binaries.ts'
import { childEnvironment } from './cluster.ts'
import type { Place } from './place.ts'
import { anyServerOf, isRunning, isServerOf } from './process.ts'

/** Where a server listens: the folder of its Unix socket or a loopback address, and the port. */
export type Endpoint = { host: string; port: number }
export type Running = Endpoint & { pid: number; adopted: boolean }

type PidFile = Endpoint & { pid: number; ready: boolean }

/** Recovery after a crash replays what was written since the last checkpoint; more than this is a fault. */
const START_LIMIT_MS = 5 * 60_000
const LOG_LIMIT_BYTES = 4 * 1024 * 1024

export type StartOptions = {
  /** Server settings on top of ours. */
  settings?: Readonly<Record<string, string>> | undefined
  /** Gives up a start that is under way. */
  signal?: AbortSignal
}

/**
 * Joins the cluster's running server, or starts it. Two callers at the same moment end up with one server.
 * Throws a StartupError with the path of the log when the server cannot be started.
 */
export async function ensureRunning(
  place: Place,
  endpoint: Endpoint,
  options: StartOptions = {},
): Promise<Running> {
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline) {
    options.signal?.throwIfAborted()
    const found = readPidFile(place.cluster)
    if (found === undefined || (await isStale(place.cluster, found))) {
      const started = await start(place, endpoint, options)
      if (started !== undefined) return started
    } else if (found.ready) {
      return { ...found, adopted: true }
    }
    await sleep(20)
  }
  throw new StartupError(`DATA_DIR: veritabanı 5 dakika içinde hazır olmadı; ayrıntı: ${place.log}`)
}

/** Fast shutdown: sessions end, everything is written. Waits until the process is gone, or the time is over. */
export async function stopServer(cluster: string, pid: number, limitMs: number): Promise<void> {
  if (!isServerOf(pid, cluster)) return
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + limitMs
  while (isServerOf(pid, cluster) && Date.now() < deadline) await sleep(5)
}

/** Lines of `postmaster.pid`: pid, data folder, start time, port, socket folder, address, shared memory, status. */
function readPidFile(cluster: string): PidFile | undefined {
  let lines: string[]
  try {
    lines = readFileSync(pidFile(cluster), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const host = lines[4]?.trim() || lines[5]?.trim() || ''
  return { pid: Number(lines[0]), port: Number(lines[3]), host, ready: lines[7]?.trim() === 'ready' }
}

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid')

/**
 * PostgreSQL itself clears a pid file whose process is gone. It cannot tell that the number now belongs to
 * another process of the same user, so then we remove the file: only when nothing of the cluster runs.
 */
async function isStale(cluster: string, found: PidFile): Promise<boolean> {
  if (isServerOf(found.pid, cluster)) return false
  // Not a process of this container, but one that shares the folder with us may well answer.
  if (await answers(found)) return false
  while (anyServerOf(cluster)) await sleep(20)
  if (isRunning(found.pid) && readPidFile(cluster)?.pid === found.pid)
    rmSync(pidFile(cluster), { force: true })
  return true
}

function answers({ host, port }: Endpoint): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  socket.setTimeout(1000, () => resolve(false))
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}

/** Undefined: another process was quicker, its server is the one to join. */
async function start(
  place: Place,
  endpoint: Endpoint,
  { settings = {}, signal }: StartOptions,
): Promise<Running | undefined> {
  const child = spawnServer(place, endpoint, settings)
  const { pid } = child
  if (pid === undefined) throw cannotStart(place)
  while (child.exitCode === null && child.signalCode === null) {
    const file = readPidFile(place.cluster)
    if (file?.pid === pid && file.ready) return { ...endpoint, pid, adopted: false }
    if (signal?.aborted === true) child.kill('SIGINT')
    await sleep(3)
  }
  const other = readPidFile(place.cluster)
  if (other !== undefined && other.pid !== pid && isServerOf(other.pid, place.cluster)) return undefined
  throw cannotStart(place)
}

/** In a process group of its own, so that a Ctrl-C meant for us does not reach it before we have finished. */
function spawnServer(
  place: Place,
  endpoint: Endpoint,
  settings: Readonly<Record<string, string>>,
): ChildProcess {
  rotateLog(place.log)
  const log = openSync(place.log, 'a', 0o600)
  const all = { ...listenSettings(endpoint), ...SETTINGS, ...settings }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(executable(place.binaries, 'postgres'), ['-D', place.cluster, ...args], {
    cwd: place.binaries.root,
    env: childEnvironment,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log, log],
    ...place.owner,
  })
  closeSync(log)
  child.on('error', () => {})
  child.unref()
  return child
}

function listenSettings({ host, port }: Endpoint): Record<string, string> {
  return host.startsWith('/')
    ? {
        listen_addresses: '',
        unix_socket_directories: host,
        unix_socket_permissions: '0700',
        port: String(port),
      }
    : { listen_addresses: host, unix_socket_directories: '', port: String(port) }
}

/** The log names what failed but never a value: a shop's customers do not belong in a file that nobody guards. */
const SETTINGS = {
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
  jit: 'off',
}

function rotateLog(log: string): void {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  if (size > LOG_LIMIT_BYTES) renameSync(log, `${log}.1`)
}

function cannotStart({ log }: Place): StartupError {
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n')
  const reason = lines
    .findLast((line) => /FATAL|PANIC|error while loading/.test(line))
    ?.replace(/^.*?(FATAL|PANIC): +/, '')
  return new StartupError(
    `DATA_DIR: veritabanı başlatılamadı${reason === undefined ? '' : ` (${reason})`}; ayrıntı: ${log}`,
  )
}
