import { readFileSync, readlinkSync, readdirSync, realpathSync } from 'node:fs'

/** Whether a process with that id exists (a zombie does not count). */
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
 * Whether that process is a server of that cluster: the working folder of PostgreSQL's processes is the data
 * folder. After a container restart the id in an old pid file often belongs to another program. Only Linux can
 * tell; elsewhere the id is trusted, and callers that need certainty ask the server (`servesCluster`).
 */
export function isServerOf(pid: number, cluster: string): boolean {
  if (!isRunning(pid)) return false
  if (process.platform !== 'linux') return true
  return readStat(pid)?.name === 'postgres' && runsIn(pid, cluster)
}

/** The id of a process of that cluster, such as a worker of a killed postmaster. Linux only. */
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
    // A container's root may not read another user's working folder (CAP_SYS_PTRACE), but its command line.
    return (error as NodeJS.ErrnoException).code === 'EACCES' && wasStartedFor(pid, cluster)
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

function isZombie(pid: number): boolean {
  return process.platform === 'linux' && readStat(pid)?.state === 'Z'
}

/** `number (name) state …`; the name may hold spaces and brackets. Undefined for a process that has ended. */
function readStat(pid: number): { name: string; state: string } | undefined {
  try {
    const [, name = '', state = ''] = /\((.*)\) (\S)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return { name, state }
  } catch {
    return undefined
  }
}
