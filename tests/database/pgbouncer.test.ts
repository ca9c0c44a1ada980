import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { buildIndexes } from '#server/platform/db/indexes.ts'
import { REQUEST_LIMITS } from '#server/platform/db/limits.ts'
import { snapshotOf, pipeline } from '#server/platform/db/pipeline.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'
import { isShort, roundsOf } from '#tests/long-form.ts'
import { procedure } from '#tests/support/panel/two-panels.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { databaseUrl, open, testDatabases, testDatabaseTarget } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { asRequests } from '#tests/support/database/guarded.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { keyedTally, startKeyedClients } from '#tests/support/clients/keyed-clients.ts'
import { launchMain, type MainProcess } from '#tests/support/panel/main-process.ts'
import { type Pgbouncer, startPgbouncer } from '#tests/support/database/pgbouncer.ts'
import { get } from '#tests/support/clients/plain-get.ts'

/** Few connections, so that transactions of many callers share each of them. */
const POOL_SIZE = 10
const CALLERS = 200
const SHOPS = 20
const SECONDS = roundsOf(4, 2)

const databases = testDatabases()
const target = await testDatabaseTarget()
const db = open(target)
const launched: MainProcess[] = []
let pgbouncer: Pgbouncer
beforeAll(async () => {
  pgbouncer = await startPgbouncer(inject('server') ?? {}, { poolSize: POOL_SIZE })
})
afterAll(async () => {
  for (const { child } of launched) child.kill('SIGKILL')
  await Promise.all(launched.map(({ ended }) => ended))
  await db.destroy()
  await pgbouncer.close()
})

const through = ({ database = '' }: PoolTarget): PoolTarget => ({ ...pgbouncer.target, database })

function launch(of: PoolTarget, isGuarded: boolean): MainProcess {
  const request = isGuarded ? { DATABASE_REQUEST_URL: databaseUrl(asRequests(of)) } : {}
  const panel = launchMain({ DATABASE_URL: databaseUrl(of), LOG_LEVEL: 'info', ...request })
  launched.push(panel)
  return panel
}

/** Makes shops whose records name their shop, with a session each. */
async function makeShops(count: number) {
  return Promise.all(
    Array.from({ length: count }, async (_, shop) => {
      const user = await buildUser(db)
      const ctx = userCtx(db, user)
      const name = `dükkan-${shop}-`
      for (let record = 0; record < 3; record++)
        await save(ctx, { info: { musteri_adi_soyadi: `${name}${record}` } })
      return { user, name, token: await startSession(db, user, { now: new Date(), remember: true }) }
    }),
  )
}
type Shop = Awaited<ReturnType<typeof makeShops>>[number]

/** Lets the callers list their shop's records without pause and counts the outcomes; `others`: names of other shops. */
async function listAtOnce(address: string, shops: readonly Shop[], until: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS })
  const seen = { served: 0, refused: 0, otherwise: [] as unknown[], others: [] as string[] }
  const caller = async ({ name, token }: Shop) => {
    while (performance.now() < until) {
      const { status, headers, text } = await get(new URL(procedure('kayit.list', {}), address), {
        agent,
        headers: { cookie: `session_id=${token}` },
      })
      if (status === 200) seen.served += 1
      else if (status === 503 && headers['retry-after'] !== undefined) seen.refused += 1
      else seen.otherwise.push(status)
      const named = text.match(/dükkan-\d+-/g) ?? []
      seen.others.push(...named.filter((one) => one !== name))
      if (status === 200 && named.length !== 3) seen.others.push(`${named.length} records of ${name}`)
    }
  }
  const callers = Array.from({ length: CALLERS }, (_, index) => shops[index % shops.length])
  await Promise.all(callers.flatMap((shop) => (shop === undefined ? [] : [caller(shop)])))
  agent.destroy()
  return seen
}

/** The normal setup; without the policies a panel sends the same statements. */
const GUARDED = { name: 'under row-level security', isGuarded: true }

describe.each(isShort ? [GUARDED] : [{ name: 'plain', isGuarded: false }, GUARDED])(
  'a panel through a pgbouncer, $name',
  { timeout: 300_000 },
  ({ isGuarded }) => {
    test('200 callers at once get their own rows or 503, also while server connections are killed', async () => {
      const panel = launch(through(target), isGuarded)
      const address = await panel.ready()
      const shops = await makeShops(SHOPS)
      const calm = await listAtOnce(address, shops, performance.now() + SECONDS * 1_000)
      expect(calm).toMatchObject({ otherwise: [], others: [] })
      // A busy machine refuses most of them.
      expect(calm.served).toBeGreaterThan(SHOPS)

      const saver = await buildUser(db)
      const clients = await startKeyedClients({ address, db, user: saver, count: 4, patience: 20_000 })
      const until = performance.now() + SECONDS * 1_000
      const listing = listAtOnce(address, shops, until)
      let killed = 0
      while (performance.now() < until) {
        await sleep(300)
        const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name = 'oto-servis'
          and random() < 0.3`.execute(db)
        killed += rows.length
      }
      const shaken = await listing
      await clients.stop()
      expect(killed).toBeGreaterThan(0)
      expect(shaken).toMatchObject({ otherwise: [], others: [] })
      expect(await keyedTally(db, saver, clients.saved)).toMatchObject({ lost: 0, half: 0, twice: 0 })
      expect([...clients.statuses.keys()].filter((status) => ![0, 200, 503].includes(status))).toEqual([])

      panel.child.kill('SIGTERM')
      expect(await panel.ended).toBe(0)
      expect(await advisoryLocks()).toEqual([])
    })

    test('two panels that start at once on an empty database migrate it once and leave no lock', async () => {
      const empty = await databases.empty()
      const direct = open(empty)
      const panels = [launch(through(empty), isGuarded), launch(through(empty), isGuarded)]
      for (const panel of panels) {
        const ready = await fetch(new URL('/readyz', await panel.ready()))
        expect(ready.status).toBe(200)
      }
      const { rows } = await sql`select name from kysely_migration group by name having count(*) > 1`.execute(
        direct,
      )
      expect(rows).toEqual([])
      expect(await direct.selectFrom('users').select('username').execute()).toEqual([{ username: 'admin' }])
      await direct.destroy()
      for (const panel of panels) {
        panel.child.kill('SIGTERM')
        expect(await panel.ended).toBe(0)
        expect(panel.output.err).not.toContain('"level":"error"')
      }
      expect(await advisoryLocks()).toEqual([])
    })
  },
)

test('statements that are sent together get their responses, also behind a commit that no caller awaits', async () => {
  // With one connection, each statement runs right after the one before.
  const pooled = open({ ...through(target), max: 1 }, { ...REQUEST_LIMITS, connections: 1 })
  const one = (value: string) => sql<{ value: string }>`select ${value}::text as value`
  for (let round = 0; round < 20; round++) {
    const values = ['bir', 'iki', 'üç'].map((value) => `${value} ${round}`)
    const results = await pipeline(pooled, (on) => {
      const [first = '', ...others] = values
      const snapshot = snapshotOf(on) ?? on
      return Promise.all([one(first).execute(on), ...others.map((value) => one(value).execute(snapshot))])
    })
    expect(results.map(({ rows }) => rows[0]?.value)).toEqual(values)
    expect((await one('tek').execute(pooled)).rows).toEqual([{ value: 'tek' }])
  }
  await pooled.destroy()
  // Connections that were killed above may still send an error (E).
  const unasked = [...pgbouncer.log().matchAll(/got packet '(.)' from server when not linked/g)]
  expect(unasked.map(([, kind]) => kind).filter((kind) => kind !== 'E')).toEqual([])
})

test('an index is built once through a pgbouncer; with too short a time limit the start prints the remedy', async () => {
  const [one, other] = [open(through(target)), open(through(target))]
  await sql`create function slowly(name text) returns text language plpgsql immutable as
    'begin perform pg_sleep(0.2); return name; end'`.execute(db)
  const wanted = (name: string, as: string) => ({ present: [{ create: name, on: 'users', as }], absent: [] })
  const quick = wanted('users_quick', '(id, username)')
  await Promise.all([buildIndexes(one, quick), buildIndexes(other, quick)])
  await Promise.all([one.destroy(), other.destroy()])
  const { rows } = await sql`select indisvalid from pg_index
    where indexrelid = 'users_quick'::regclass`.execute(db)
  expect(rows).toEqual([{ indisvalid: true }])
  await buildUser(db)
  await sql.raw(`alter database ${target.database} set statement_timeout to '100ms'`).execute(db)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  const limited = open(through(target))
  await expect(buildIndexes(limited, wanted('users_slow', '(slowly(username))'))).rejects.toThrow(
    /statement_timeout süresi yetmedi.* create index concurrently "users_slow" on "users" \(slowly/,
  )
  await limited.destroy()
})

async function advisoryLocks(): Promise<unknown[]> {
  const locks = sql`select pid from pg_locks where locktype = 'advisory' and database =
    (select oid from pg_database where datname = current_database())`
  return (await locks.execute(db)).rows
}
