import {
  readFileSync,
  readlinkSync,
  readdirSync,
  realpathSync,
  closeSync,
  fstatSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

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

/** A server's lock file as it was read; equal values mean the same file of the same server. */
export type LockFile = NonNullable<ReturnType<typeof readLockFile>>

/** The address of a server: the folder of its Unix socket or a loopback address, and the port. */
export type Endpoint = { host: string; port: number }

export type PidFile = NonNullable<ReturnType<typeof readPidFile>>

/** Reads `postmaster.pid`: pid, data folder, start time, port, socket folder, address, shared memory, status. */
export function readPidFile(cluster: string) {
  const file = readLockFile(join(cluster, 'postmaster.pid'))
  if (file === undefined) return undefined
  const lines = file.content.split('\n')
  const host = lines[4]?.trim() || lines[5]?.trim() || ''
  // NaN when the file is empty, because its writer was killed before writing.
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10))
  return { file, pid, port: Number(lines[3]), host, ready: lines[7]?.trim() === 'ready' }
}

/** Reads the lock file next to a server's Unix socket; undefined without one, and for a loopback address. */
export function readSocketLock({ host, port }: Endpoint): LockFile | undefined {
  return isSocket(host) ? readLockFile(`${host}/.s.PGSQL.${port}.lock`) : undefined
}

export const isSocket = (host: string): boolean => host.startsWith('/')

/**
 * Removes the file if it is still the one that was read; returns whether it did. It renames the file first, so that
 * only one of two starts gets it, and puts back a file that a server wrote meanwhile.
 */
export function removeLockFile(stale: LockFile): boolean {
  if (!isSame(readLockFile(stale.path), stale)) return false
  const movedPath = `${stale.path}.${randomBytes(6).toString('hex')}`
  try {
    renameSync(stale.path, movedPath)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
  const isStale = isSame(readLockFile(movedPath), stale)
  if (!isStale) restoreFile(movedPath, stale.path)
  rmSync(movedPath, { force: true })
  return isStale
}

/** A hard link, unlike a rename, never replaces a file that exists by now. */
function restoreFile(movedPath: string, path: string): void {
  try {
    linkSync(movedPath, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') renameSync(movedPath, path)
  }
}

/** Opens the file once, so that content and inode belong together; `changed` is in ms since 1970. */
function readLockFile(path: string) {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return undefined
  }
  try {
    const { ino, mtimeMs } = fstatSync(file)
    return { path, content: readFileSync(file, 'utf8'), inode: ino, changed: mtimeMs }
  } finally {
    closeSync(file)
  }
}

/** Compares the content too, which names the process: a new file may reuse the inode of a deleted one. */
function isSame(file: LockFile | undefined, other: LockFile): boolean {
  return file?.inode === other.inode && file.content === other.content
}
