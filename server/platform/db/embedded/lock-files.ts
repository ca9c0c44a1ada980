import { randomBytes } from 'node:crypto'
import { closeSync, fstatSync, linkSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { codeOf } from '#server/platform/db/errors.ts'

/** A server's lock file as it was read; equal values mean the same file of the same server. */
export type LockFile = {
  path: string
  content: string
  inode: number
  /** When it was last written, in ms since 1970. */
  changed: number
}

/** The address of a server: the folder of its Unix socket or a loopback address, and the port. */
export type Endpoint = { host: string; port: number }

export type PidFile = Endpoint & {
  file: LockFile
  /** NaN when the file is empty, because its writer was killed before writing. */
  pid: number
  ready: boolean
}

/** Reads `postmaster.pid`: pid, data folder, start time, port, socket folder, address, shared memory, status. */
export function readPidFile(cluster: string): PidFile | undefined {
  const file = readLockFile(join(cluster, 'postmaster.pid'))
  if (file === undefined) return undefined
  const lines = file.content.split('\n')
  const host = lines[4]?.trim() || lines[5]?.trim() || ''
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
  const aside = `${stale.path}.${randomBytes(6).toString('hex')}`
  try {
    renameSync(stale.path, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
  const isStale = isSame(readLockFile(aside), stale)
  if (!isStale) putBack(aside, stale.path)
  rmSync(aside, { force: true })
  return isStale
}

/** A hard link, unlike a rename, never replaces a file that exists by now. */
function putBack(aside: string, path: string): void {
  try {
    linkSync(aside, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') renameSync(aside, path)
  }
}

/** Opens the file once, so that content and inode belong together. */
function readLockFile(path: string): LockFile | undefined {
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
