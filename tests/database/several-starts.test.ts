import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'

import { runExclusively } from '#server/platform/db/indexes.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { databaseUrl, open, testDatabases, testDatabaseTarget } from '#tests/support/database/database.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { launchMain, type MainProcess } from '#tests/support/panel/main-process.ts'

// oxlint-disable-next-line no-restricted-imports -- migrations are next to the server and have no # name.
import { migrations } from '#migrations/index.ts'

const databases = testDatabases()
const target = await testDatabaseTarget()
const db = open(target)
const launched: MainProcess[] = []
afterAll(async () => {
  for (const { child } of launched) child.kill('SIGKILL')
  await Promise.all(launched.map(({ ended }) => ended))
  await db.destroy()
})

function launchTwo(database: typeof target): MainProcess[] {
  const env = { DATABASE_URL: databaseUrl(database), WORKERS: '1', LOG_LEVEL: 'info' }
  const two = [launchMain(env), launchMain(env)]
  launched.push(...two)
  return two
}

const LEFT = 'housekeeping is left to another instance'

test('two panels that start at once on an empty database migrate it once and make one administrator', async () => {
  const empty = await databases.empty()
  const panels = launchTwo(empty)
  await Promise.all(panels.map(({ ready }) => ready()))
  const made = open(empty)
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(made)
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations).toSorted())
  const admins = await made.selectFrom('users').where('auth', '=', AUTH_ADMIN).select('id').execute()
  await made.destroy()
  expect(admins).toHaveLength(1)
  expect(panels.filter(({ output }) => output.out.includes('Yönetici hesabı oluşturuldu'))).toHaveLength(1)
  for (const panel of panels) {
    expect((await fetch(new URL('/readyz', await panel.ready()))).status).toBe(200)
    panel.child.kill('SIGTERM')
    expect(await panel.ended).toBe(0)
    expect(panel.output.err).not.toContain('"level":"error"')
  }
})

test('one of two panels that start at once does the housekeeping', async () => {
  await buildUser(db, { auth: AUTH_ADMIN })
  await db.transaction().execute(async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
    // The instance that does the housekeeping waits here, at its last table.
    await sql`lock table idempotency_keys in access exclusive mode`.execute(trx)
    const panels = launchTwo(target)
    await vi.waitUntil(() => panels.some(({ output }) => output.err.includes(LEFT)), { timeout: 60_000 })
    const waiting = sql`select pid from pg_locks
      where not granted and relation = 'idempotency_keys'::regclass`
    await expect.poll(async () => (await waiting.execute(trx)).rows, { timeout: 60_000 }).toHaveLength(1)
    expect(panels.filter(({ output }) => output.err.includes(LEFT))).toHaveLength(1)
  })
  for (const { child } of launched) child.kill('SIGTERM')
  await Promise.all(launched.map(({ ended }) => ended))
})

test('work that is left to another process may be done when that one has ended', async () => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const begun = vi.fn<() => Promise<void>>(() => finished)
  const first = runExclusively(db, 'indexes', begun)
  await vi.waitFor(() => expect(begun).toHaveBeenCalled())
  // The work may take hours; it must not keep vacuum from removing rows that are deleted meanwhile.
  const { rows } = await sql<{ state: string; backend_xmin: string | null }>`
    select state, backend_xmin from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`.execute(db)
  expect(rows).toEqual([{ state: 'idle in transaction', backend_xmin: null }])
  const meanwhile = vi.fn<() => Promise<void>>(() => Promise.resolve())
  expect(await runExclusively(db, 'indexes', meanwhile)).toBe(false)
  expect(await runExclusively(db, 'housekeeping', meanwhile)).toBe(true)
  finish()
  expect(await first).toBe(true)
  expect(await runExclusively(db, 'indexes', meanwhile)).toBe(true)
  expect(meanwhile).toHaveBeenCalledTimes(2)
})

test('an error of exclusive work is thrown, and its lock is released', async () => {
  const broken = () => Promise.reject(new Error('no such luck'))
  await expect(runExclusively(db, 'indexes', broken)).rejects.toThrow('no such luck')
  expect(await runExclusively(db, 'indexes', () => Promise.resolve())).toBe(true)
})
