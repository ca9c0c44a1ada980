import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { isRunning } from '#server/platform/db/embedded/process.ts'

const SCRIPT = join(import.meta.dirname, '../../database/children/panel.ts')

type PanelProcess = {
  child: ChildProcess
  /** Its first line: 'ready …' or 'refused …'. */
  word: Promise<string>
  /** Sends the signal and waits for the end; returns the exit code, or null when the signal ended it. */
  end: (signal: NodeJS.Signals) => Promise<number | null>
}

type Launch = {
  uid?: number
  gid?: number
  /** A command that runs the panel's, such as one that drops privileges first. */
  through?: readonly string[]
  /** The time for which it waits for another panel's lock, in ms. */
  lockWaitMs?: number
}

/** Options of a panel that waits only a moment, for another that is stopping. */
export const IMPATIENT: Launch = { lockWaitMs: 200 }

/** Starts a panel's database in its own process, as the given user if there is one. */
export function launchPanel(
  dataDir: string,
  { through = [], lockWaitMs, ...owner }: Launch = {},
): PanelProcess {
  const limit = lockWaitMs === undefined ? [] : [String(lockWaitMs)]
  const [command = '', ...args] = [...through, process.execPath, SCRIPT, dataDir, ...limit]
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: '/',
    ...owner,
  })
  const ended = once(child, 'exit') as Promise<[number | null]>
  const word = Promise.race([
    once(child.stdout, 'data').then(([data]) => String(data).trim()),
    ended.then(([code]) => `exit ${code}`),
  ])
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    return (await ended)[0]
  }
  return { child, word, end }
}

/** Returns the process id of the database server, from its own pid file. */
export function serverPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgresql/postmaster.pid'), 'utf8').split('\n')[0])
}

export async function untilGone(pid: number): Promise<void> {
  while (isRunning(pid)) await sleep(5)
}
