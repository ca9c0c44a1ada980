import { readFileSync } from 'node:fs'

import type { Kysely } from 'kysely'

import type { PoolTarget } from '#server/platform/db/pool.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { databaseUrl } from '#tests/support/database/database-url.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { launchMain, type MainProcess } from '#tests/support/panel/main-process.ts'
import { workersOf } from '#tests/support/panel/workers.ts'

import { driveApart, viewsOf } from './compare.ts'
import type { Figures } from './load.ts'

/** Chance distributes the connections: with fewer clients, one process would often get most of them. */
const CLIENTS = 20
const VIEWS = ['list, first page', 'a record', 'statistics of a month', 'a save with 3 items']

/** Figures with the CPU of the serving processes, in ms a request. */
type Measured = Figures & { cpu: number }

type WorkerFigures = {
  view: string
  one: Measured
  two: Measured
  /** The requests a second of two processes relative to one, round by round. */
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
  // Saves go to a shop of their own, so that the other shop keeps its size.
  const [reading, saving] = [await session(user), await session(await buildUser(db))]
  const env = { DATABASE_URL: databaseUrl(target), LOG_LEVEL: 'warn' }
  const panels = ['1', '2'].map((WORKERS) => launchMain({ ...env, WORKERS }))
  const [single, double] = await Promise.all(
    panels.map(async (panel) => ({ panel, origin: new URL(await panel.ready()).origin })),
  )
  if (single === undefined || double === undefined) throw new Error('The panels did not start.')

  const figures: WorkerFigures[] = []
  const views = await viewsOf(db, user)
  for (const { name, ours, body } of views.filter(({ name }) => VIEWS.includes(name))) {
    const run = async ({ panel, origin }: typeof single): Promise<Measured> => {
      const load = { url: origin + ours, seconds, connections: CLIENTS }
      const before = cpuOf(panel)
      const driven = await driveApart(
        body === undefined ? { ...load, headers: reading } : { ...load, headers: saving, body },
      )
      return { ...driven, cpu: (cpuOf(panel) - before) / driven.requests }
    }
    const taken: Pair[] = []
    for (let round = -1; round < rounds; round++) {
      const pair = { one: await run(single), two: await run(double) }
      if (round >= 0) taken.push(pair)
    }
    const ratios = taken.map(({ one, two }) => two.perSecond / one.perSecond)
    figures.push({ view: name, ...middle(taken), ratios })
  }
  for (const { child } of panels) child.kill('SIGTERM')
  await Promise.all(panels.map(({ ended }) => ended))
  return figures
}

type Pair = { one: Measured; two: Measured }

/** Returns the CPU time of the serving processes in ms; Linux counts in hundredths of a second. */
function cpuOf(panel: MainProcess): number {
  const workers = workersOf(panel)
  return (workers.length > 0 ? workers : [panel.child.pid]).reduce<number>((sum, pid) => {
    const [, times = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const [user, system] = times.split(' ').slice(11, 13).map(Number)
    return sum + 10 * ((user ?? 0) + (system ?? 0))
  }, 0)
}

/** Returns the round whose ratio is the median. */
function middle(taken: Pair[]): Pair {
  const sorted = taken.toSorted(
    (a, b) => a.two.perSecond / a.one.perSecond - b.two.perSecond / b.one.perSecond,
  )
  const found = sorted[Math.floor(sorted.length / 2)]
  if (found === undefined) throw new Error('Nothing was measured.')
  return found
}
