import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { leaksIn } from './log-leaks.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder into which the panels and applications of the project's tests write their logs (log.ts). */
    logs: string
  }
}

const SHOWN = 10

/**
 * vitest globalSetup: after all tests of the project, no line of any log may contain personal data, a password or a
 * token (log-leaks.ts); otherwise the run fails.
 */
export default function setup({ name, provide }: Pick<TestProject, 'name' | 'provide'>): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'oto-servis-logs-'))
  provide('logs', folder)
  return () => {
    const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
    rmSync(folder, { recursive: true })
    const leaks = lines.flatMap((line) => leaksIn(line).map((what) => `${what}: ${line.slice(0, 1_000)}`))
    console.info(
      `[log of ${name}] lines: ${lines.filter(Boolean).length}, with personal data or a token: ${leaks.length}`,
    )
    if (leaks.length > 0) throw new Error(`The log contains\n${leaks.slice(0, SHOWN).join('\n')}`)
  }
}
