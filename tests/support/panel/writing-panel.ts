import { type ChildProcess, spawn, type SpawnOptions, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { serverPid } from './panel-process.ts'

const SCRIPT = join(import.meta.dirname, '../../database/children/writing-panel.ts')
/** A user that exists on every Unix: the test depends on permissions to signal, and root may signal every process. */
const DAEMON = { uid: 1, gid: 1 }
const isRoot = process.getuid?.() === 0
const NAMESPACE = ['unshare', '--pid', '--fork', '--mount-proc'] as const
const AS_DAEMON = ['setpriv', '--reuid', '1', '--regid', '1', '--clear-groups'] as const

export type WritingPanel = {
  /** Its first line: the numbers of the stored rows that it found, or the reason why it did not start. */
  first: Promise<number[] | string>
  /** Resolves when `count` rows of the panel are acknowledged. */
  untilAcknowledged: (count: number) => Promise<void>
  /** Kills all its processes at once; returns all acknowledged numbers. */
  kill: () => Promise<number[]>
}

/** Returns whether processes can run in a PID namespace, with process ids from 1 as in a container. */
export function canShiftNumbers(): boolean {
  return isRoot && spawnSync('unshare', [...NAMESPACE.slice(1), ...AS_DAEMON, 'true']).status === 0
}

/** The owner of the data folder of `launchWritingPanel`; undefined for the current user. */
export const writer = isRoot ? DAEMON : undefined

/** Starts a writing panel in its own process group. */
export function launchWritingPanel(dataDir: string): WritingPanel {
  const child = spawn(process.execPath, [SCRIPT, dataDir], { ...piped, detached: true, ...writer })
  return follow(child, () => {
    const server = serverPid(dataDir)
    process.kill(-(child.pid ?? 0), 'SIGKILL')
    process.kill(server, 'SIGKILL')
  })
}

/** Starts one as the only program of a container, after `others` other processes have been started. */
export function launchInNamespace(dataDir: string, others: number): WritingPanel {
  const start = `for i in $(seq ${others}); do sleep 600 & done; exec "$0" "$@"`
  const [command, ...args] = [...NAMESPACE, ...AS_DAEMON, 'sh', '-c', start]
  const child = spawn(command, [...args, process.execPath, SCRIPT, dataDir], piped)
  return follow(child, () => {
    const [first] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ')
    process.kill(Number(first), 'SIGKILL')
  })
}

const piped: SpawnOptions = { cwd: '/', stdio: ['ignore', 'pipe', 'ignore'] }

function follow(child: ChildProcess, killAll: () => void): WritingPanel {
  const lines = createInterface({ input: child.stdout ?? process.stdin })
  const closed = once(child, 'close')
  const acknowledged: number[] = []
  const first = Promise.race([
    once(lines, 'line').then(([line]) => parseFirst(String(line))),
    closed.then(() => 'ended without a word'),
  ])
  lines.on('line', (line) => /^\d+$/.test(line) && acknowledged.push(Number(line)))
  const died = closed.then(() => Promise.reject(new Error('the writing panel ended')))
  died.catch(() => {})
  const untilAcknowledged = async (count: number) => {
    while (acknowledged.length < count) await Promise.race([once(lines, 'line'), died])
  }
  const kill = async () => {
    killAll()
    await closed
    return acknowledged
  }
  return { first, untilAcknowledged, kill }
}

function parseFirst(line: string): number[] | string {
  const numbers = /^stored (.*)$/.exec(line)?.[1]
  return numbers === undefined ? line : numbers.split(' ').filter(Boolean).map(Number)
}
