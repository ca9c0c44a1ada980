import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { databaseUrl, open, testDatabaseTarget } from '#tests/support/database/database.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { followErrors } from '#tests/support/panel/log.ts'
import { startWriters, tally, type Tally } from '#tests/support/clients/writers.ts'
import type { Word } from './children/stopping-panel.ts'

const STOPS = 20
const script = new URL('children/stopping-panel.ts', import.meta.url).pathname

const target = await testDatabaseTarget()
const db = open(target)
let child: ChildProcess
beforeAll(() => {
  child = fork(script, [databaseUrl(target)], { stdio: ['ignore', 'inherit', 'pipe', 'ipc'] })
  if (child.stderr !== null) followErrors(child.stderr, (text) => process.stderr.write(text), false)
})
afterAll(async () => {
  child.kill('SIGKILL')
  await db.destroy()
})

async function order(word: 'start' | 'stop'): Promise<Word> {
  const answer = once(child, 'message') as Promise<[Word]>
  child.send(word)
  return (await answer)[0]
}

/** Stops a panel with busy writers; returns the responses and the stored records. */
async function stopUnderLoad(): Promise<Tally & { stoppedIn: number; otherwise: unknown[] }> {
  const { address } = (await order('start')) as { address: string }
  const user = await buildUser(db)
  const writers = await startWriters({ address, db, user, count: 8 })
  await expect.poll(() => writers.answers.length, { timeout: 30_000, interval: 10 }).toBeGreaterThan(8)
  // The stop comes at a different moment each time.
  const later = writers.answers.length + Math.floor(Math.random() * 8)
  await expect
    .poll(() => writers.answers.length, { timeout: 30_000, interval: 1 })
    .toBeGreaterThanOrEqual(later)
  const { stoppedIn } = (await order('stop')) as { stoppedIn: number }
  await writers.stop()
  const otherwise = writers.answers.map(({ status }) => status).filter((status) => status !== 200)
  return { ...(await tally(db, user, writers.answers)), stoppedIn, otherwise }
}

test(
  'every acknowledged write is stored after twenty stops among busy writers',
  { timeout: 300_000 },
  async () => {
    for (let stop = 0; stop < STOPS; stop++) {
      const { unacknowledged, lost, torn, acknowledged, stoppedIn, otherwise } = await stopUnderLoad()
      expect({ unacknowledged, lost, torn }).toEqual({ unacknowledged: [], lost: [], torn: [] })
      // These requests were sent just then and not read: a repeated call stores the record once.
      expect(otherwise.filter((status) => status !== 'ECONNREFUSED' && status !== 'ECONNRESET')).toEqual([])
      expect(acknowledged).toBeGreaterThan(0)
      expect(stoppedIn).toBeLessThan(5_000)
    }
  },
)
