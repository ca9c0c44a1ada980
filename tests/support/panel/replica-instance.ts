import { onTestFinished } from 'vitest'

import type { AppDeps } from '#server/app.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'
import { type Outcome, OUTCOMES, type Replica } from '#server/platform/db/replica.ts'

import { pageClient, testApp } from './app.ts'
import { databaseUrl } from '#tests/support/database/database.ts'
import type { TestUser } from '#tests/support/rows/factories.ts'
import { asRequests } from '#tests/support/database/guarded.ts'
import type { Pair } from '#tests/support/database/replica.ts'

export type Instance = {
  replica: Replica
  /** The lines that the instance logged about its replica. */
  said: string[]
  /** Returns the page of a user, with a session of its own. */
  page: (user: TestUser) => ReturnType<typeof pageClient>
  app: ReturnType<typeof testApp>
  /** Returns how many readings had each outcome since the last call; outcomes without a reading are left out. */
  outcomes: () => Partial<Record<Outcome, number>>
}

type Options = {
  /** Whether requests are served by the role under row-level security; by default they are. */
  isGuarded?: boolean
  /** The servers, by default the primary and the standby of the pair. */
  primary?: PoolTarget
  replica?: PoolTarget
  deps?: Partial<AppDeps>
}

/** Opens an instance of the panel without its network, which reads lists from the standby until the test ends. */
export async function openInstance(pair: Pair, options: Options = {}): Promise<Instance> {
  const { isGuarded = true, deps } = options
  const { primary = pair.primary.target, replica: place = pair.standby.target } = options
  const role = isGuarded ? asRequests : (target: PoolTarget) => target
  const said: string[] = []
  const database = await openDatabase({
    databaseUrl: databaseUrl(primary),
    databaseRequestUrl: isGuarded ? databaseUrl(asRequests(primary)) : undefined,
    databaseReplicaUrl: databaseUrl(role(place)),
    dataDir: '/nonexistent',
    log: (message) => said.push(message),
  })
  onTestFinished(() => database.close())
  const { db, replica, maintenance } = database
  if (replica === undefined) throw new Error('The instance has no replica.')
  const app = testApp(db, { db, replica, clock: () => new Date(), ...deps })
  let before = { ...replica.counts }
  const outcomes = () => {
    const all = OUTCOMES.map((name) => [name, replica.counts[name] - before[name]] as const)
    before = { ...replica.counts }
    return Object.fromEntries(all.filter(([, count]) => count > 0))
  }
  return {
    replica,
    said,
    app,
    outcomes,
    page: (user) => pageClient(maintenance, user, { app, now: new Date() }),
  }
}

/** Pauses the standby's replay until the returned function is called. */
export async function pauseReplay({ standby }: Pair): Promise<() => Promise<void>> {
  await standby.run('select pg_wal_replay_pause()')
  return () => standby.run('select pg_wal_replay_resume()')
}
