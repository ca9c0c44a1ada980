import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { describe, expect, it } from 'vitest'

import { testDatabaseTarget } from '#tests/support/database/database.ts'
import type { Report } from './children/killed-backends.ts'

const ROUNDS = 50
const script = new URL('children/killed-backends.ts', import.meta.url).pathname

/** Fails by the exit code on an unhandled error, and by the time limit on a promise that never settles. */
async function killBackends(mode: 'idle' | 'busy'): Promise<Report> {
  const target = JSON.stringify(await targets[mode])
  const { stdout } = await promisify(execFile)(process.execPath, [script, target, String(ROUNDS), mode], {
    timeout: 60_000,
  })
  return JSON.parse(stdout) as Report
}

const targets = { idle: testDatabaseTarget(), busy: testDatabaseTarget() }
await Promise.all(Object.values(targets))

describe('a connection that is killed between two statements of a transaction', { timeout: 300_000 }, () => {
  it.for(['idle', 'busy'] as const)(
    'a killed connection never leaves half a record, with an %s pool',
    async (mode) => {
      const report = await killBackends(mode)
      expect(report.torn).toBe(0)
      expect(report.lied).toBe(0)
      expect(report.refused).toBe(ROUNDS)
      expect(report.slowest).toBeLessThan(2000)
      expect(
        report.reasons.every((reason) => /^(CONNECTION_CLOSED|57P01|ECONNRESET|EPIPE)$/.test(reason)),
      ).toBe(true)
    },
  )
})
