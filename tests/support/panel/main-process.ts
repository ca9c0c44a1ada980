import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { COLLECTED_LEVEL, followErrors } from './log.ts'

const { PATH, NODE_COMPILE_CACHE } = process.env
const MAIN = join(import.meta.dirname, '../../../server/main.ts')

export type MainProcess = {
  child: ChildProcess
  /** Its output so far. */
  output: { out: string; err: string }
  /** The exit code, or `null` when a signal ended it. */
  ended: Promise<number | null>
  /** Waits for the first line; returns the address in it. */
  ready: () => Promise<string>
}

/** Runs the server's process on a free port, as `npm start` does without npm. */
export function launchMain(env: Record<string, string>): MainProcess {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', LOG_LEVEL: COLLECTED_LEVEL, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { out: '', err: '' }
  child.stdout.on('data', (data) => (output.out += String(data)))
  followErrors(child.stderr, (text) => (output.err += text), env['LOG_LEVEL'] !== undefined)
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const ready = async (): Promise<string> => {
    while (!output.out.includes('\n')) {
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${output.err}`)
      await sleep(20)
    }
    return /http:\S+/.exec(output.out)?.[0] ?? ''
  }
  return { child, output, ended, ready }
}

/** Returns the log's lines of calls that ended with an unexpected error; the housekeeping has lines of its own. */
export const failedCalls = ({ output }: MainProcess): string[] =>
  output.err.split('\n').filter((line) => /"msg":"(procedure|request) failed"/.test(line))
