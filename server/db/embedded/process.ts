import { readFileSync, readlinkSync, readdirSync, realpathSync } from 'node:fs'

/** Whether a process of that number exists (one that ended and was not waited for does not count). */
export function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return !isZombie(pid)
}

/**
 * Whether that process is a server of that cluster: each of PostgreSQL's processes stands in its data folder.
 * After a restart of a container the number in an old pid file often belongs to something else.
 */
export function isServerOf(pid: number, cluster: string): boolean {
  if (!isRunning(pid)) return false
  if (process.platform !== 'linux') return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch {
    return false
  }
}

/** Whether any process of that cluster is left, such as the workers of a postmaster that was killed. */
export function anyServerOf(cluster: string): boolean {
  if (process.platform !== 'linux') return false
  return readdirSync('/proc').some((name) => /^\d+$/.test(name) && isServerOf(Number(name), cluster))
}

function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return false
  }
}
