import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import type { MainProcess } from './main-process.ts'

/** Returns the process ids of a panel's workers, oldest first. */
export function workersOf({ child }: Pick<MainProcess, 'child'>): number[] {
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number).filter(isWorker)
}

function isWorker(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('start/worker.ts')
  } catch {
    return false
  }
}

/** Waits for the first worker of a panel that is starting; returns its process id. */
export async function firstWorkerOf(panel: MainProcess): Promise<number> {
  for (;;) {
    const [pid] = workersOf(panel)
    if (pid !== undefined) return pid
    if (panel.child.exitCode !== null) throw new Error(panel.output.err)
    await sleep(1)
  }
}

/** Returns the processes whose lines are in a panel's log. */
export function loggedBy({ output }: Pick<MainProcess, 'output'>): Set<number> {
  const lines = output.err.split('\n').filter((line) => line.includes('"msg":"request"'))
  return new Set(lines.map((line) => (JSON.parse(line) as { pid: number }).pid))
}
