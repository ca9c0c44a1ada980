import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { COLLECTED_LEVEL, followErrors } from './log.ts'

export const ROOT = join(import.meta.dirname, '../../..')

type Launched = {
  child: ChildProcess
  output: { out: string; err: string }
  /** Waits for the line with the address; returns the address. */
  ready: () => Promise<string>
  /** The exit code, after all its output has ended. */
  ended: Promise<number | null>
}

type Launch = { env: Record<string, string>; root?: string }

/**
 * Runs a start command in its own process group, on any free port: 'npm' as users type it, or the launcher alone. `env`
 * selects the database.
 */
export function launch(by: 'npm' | 'launcher', { env, root = ROOT }: Launch): Launched {
  const command = by === 'npm' ? ['npm', 'start', '--silent'] : [process.execPath, 'scripts/run.mjs', 'start']
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: '0',
      LOG_LEVEL: COLLECTED_LEVEL,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const output = { out: '', err: '' }
  child.stdout.on('data', (data) => (output.out += String(data)))
  followErrors(child.stderr, (text) => (output.err += text), env['LOG_LEVEL'] !== undefined)
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const ready = async (): Promise<string> => {
    for (;;) {
      const address = /http:\S+/.exec(output.out)?.[0]
      if (address !== undefined) return address
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${output.err}`)
      await sleep(20)
    }
  }
  return { child, output, ended, ready }
}

/** Returns whether nothing listens at that address any more. */
export async function isSilent(address: string): Promise<boolean> {
  try {
    await fetch(new URL('/healthz', address), { headers: { connection: 'close' } })
    return false
  } catch {
    return true
  }
}
