import type { Kysely } from 'kysely'

import type { PoolTarget } from '#server/db/pool.ts'
import type { DB } from '#server/db/schema.ts'
import { startSession } from '#tests/support/auth.ts'
import { databaseUrl } from '#tests/support/database-url.ts'
import { buildUser } from '#tests/support/factories.ts'
import { launchMain } from '#tests/support/main-process.ts'

import { driveApart, viewsOf } from './compare.ts'
import type { Figures } from './load.ts'

/** The connections are spread by chance: with fewer, one process would often get most of them. */
const CLIENTS = 20
const VIEWS = ['list, first page', 'a record', 'statistics of a month', 'a save with 3 items']

export type WorkerFigures = {
  view: string
  one: Figures
  two: Figures
  /** Requests a second of two processes relative to one, round by round. */
  ratios: number[]
}

/** Measures the panel with one process and with two, as `npm start` runs them, in turns on one database. */
export async function benchWorkers(
  target: PoolTarget,
  { db, user }: { db: Kysely<DB>; user: { id: number } },
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<WorkerFigures[]> {
  const session = async (of: { id: number }) => ({
    'session-id': await startSession(db, of, { kind: 'legacy', now: new Date() }),
  })
  // Saves go to a shop of their own, so that the size of the other stays.
  const [reading, saving] = [await session(user), await session(await buildUser(db))]
  const env = { DATABASE_URL: databaseUrl(target), LOG_LEVEL: 'warn' }
  const panels = ['1', '2'].map((WORKERS) => launchMain({ ...env, WORKERS }))
  const origins: string[] = []
  for (const { ready } of panels) origins.push(new URL(await ready()).origin)

  const figures: WorkerFigures[] = []
  const views = await viewsOf(db, user)
  for (const { name, ours, body } of views.filter(({ name }) => VIEWS.includes(name))) {
    const run = (origin = '') => {
      const load = { url: origin + ours, seconds, connections: CLIENTS }
      return driveApart(
        body === undefined ? { ...load, headers: reading } : { ...load, headers: saving, body },
      )
    }
    const taken: { one: Figures; two: Figures }[] = []
    for (let round = -1; round < rounds; round++) {
      const pair = { one: await run(origins[0]), two: await run(origins[1]) }
      if (round >= 0) taken.push(pair)
    }
    const ratios = taken.map(({ one, two }) => two.perSecond / one.perSecond)
    figures.push({ view: name, ...middle(taken), ratios })
  }
  for (const { child } of panels) child.kill('SIGTERM')
  await Promise.all(panels.map(({ ended }) => ended))
  return figures
}

/** The round whose ratio is the median. */
function middle(taken: { one: Figures; two: Figures }[]): { one: Figures; two: Figures } {
  const sorted = taken.toSorted(
    (a, b) => a.two.perSecond / a.one.perSecond - b.two.perSecond / b.one.perSecond,
  )
  const found = sorted[Math.floor(sorted.length / 2)]
  if (found === undefined) throw new Error('Nothing was measured.')
  return found
}
