import { setTimeout as sleep } from 'node:timers/promises'

import { expect } from 'vitest'

import { databaseUrl, severalOf } from '#tests/support/database/database-url.ts'
import { open } from '#tests/support/database/database.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { launchMain } from './main-process.ts'
import type { Member, Pair } from '#tests/support/database/replica.ts'
import { startWriters, type Tally, tally } from '#tests/support/clients/writers.ts'

/** The time that an operator needs to promote the standby, in ms. */
const PROMOTED_AFTER_MS = 2_000
const WRITERS = 8

/** Returns the value of DATABASE_URL for these servers, in this order. */
export const urlOf = (members: readonly Pick<Member, 'target'>[]): string =>
  databaseUrl(severalOf(members.map(({ target }) => target)))

export type FailedOver = Tally & {
  /** The count of each status. */
  statuses: Record<string, number>
  /** The time from the end of the promotion to the first acknowledged save, in ms. */
  firstSave: number
  /** Whether the panel's process is still the same. */
  isSame: boolean
}

/** Returns the panel's responses to writers while `lose` takes its primary away and the standby is promoted. */
export async function failOver(
  { primary, standby }: Pair,
  env: Record<string, string>,
  lose: () => Promise<void>,
): Promise<FailedOver> {
  const panel = launchMain(env)
  try {
    const address = await panel.ready()
    const before = open(primary.target)
    const user = await buildUser(before)
    const writers = await startWriters({ address, db: before, user, count: WRITERS })
    await before.destroy()
    const acknowledged = () => writers.answers.filter(({ status }) => status === 200)
    await expect.poll(() => acknowledged().length).toBeGreaterThan(40)
    await lose()
    const lost = performance.now()
    await expect.poll(() => writers.answers.at(-1)?.status).toBe(503)
    await sleep(Math.max(0, lost + PROMOTED_AFTER_MS - performance.now()))
    await standby.run('select pg_promote()')
    const promoted = performance.now()
    const since = () => acknowledged().filter(({ ended }) => ended > promoted)
    await expect.poll(() => since().length, { timeout: 60_000 }).toBeGreaterThan(40)
    await writers.stop()
    const after = open(standby.target)
    const found = await tally(after, user, writers.answers)
    await after.destroy()
    const all = Object.groupBy(writers.answers, ({ status }) => String(status))
    const statuses = Object.entries(all).map(([status, those = []]) => [status, those.length])
    return {
      ...found,
      statuses: Object.fromEntries(statuses),
      firstSave: (since()[0]?.ended ?? Infinity) - promoted,
      isSame: panel.child.exitCode === null,
    }
  } finally {
    panel.child.kill('SIGKILL')
    await panel.ended
  }
}
