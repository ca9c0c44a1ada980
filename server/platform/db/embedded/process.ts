import { readFileSync, readlinkSync, readdirSync, realpathSync } from 'node:fs'

import { codeOf } from '#server/platform/db/errors.ts'

/** Returns whether a process with that id exists (a zombie does not count). */
export function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false
  }
  return process.platform !== 'linux' || readStat(pid)?.state !== 'Z'
}

/**
 * Returns whether that process is a server of that cluster, because PostgreSQL works in its data folder: after a restart
 * of a container the id in an old pid file often belongs to another program. Only Linux can tell; elsewhere the id is
 * trusted, and callers that need certainty ask the server (`servesCluster`).
 */
export function isServerOf(pid: number, cluster: string): boolean {
  if (!isRunning(pid)) return false
  if (process.platform !== 'linux') return true
  return readStat(pid)?.name === 'postgres' && runsIn(pid, cluster)
}

/** Returns the id of a process of that cluster, such as a worker of a killed postmaster. Linux only. */
export function findServerOf(cluster: string): number | undefined {
  if (process.platform !== 'linux') return undefined
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .find((pid) => isServerOf(pid, cluster))
}

function runsIn(pid: number, cluster: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch (error) {
    // A container's root may read another user's command line, but not the working folder (CAP_SYS_PTRACE).
    return codeOf(error) === 'EACCES' && wasStartedFor(pid, cluster)
  }
}

function wasStartedFor(pid: number, cluster: string): boolean {
  try {
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return args.some((arg, index) => arg === cluster && args[index - 1] === '-D')
  } catch {
    return false
  }
}

/** Reads `number (name) state …`; the name may hold spaces and brackets. Undefined for a process that has ended. */
function readStat(pid: number): { name: string; state: string } | undefined {
  try {
    const [, name = '', state = ''] = /\((.*)\) (\S)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return { name, state }
  } catch {
    return undefined
  }
}
