import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'

import { StartupError } from '#server/platform/lib/startup-error.ts'
import { migrateToLatest, pendingMigrations } from '#server/platform/db/migrate.ts'

import { roundsOf } from '#tests/long-form.ts'
import { administer, open, testDatabaseTarget } from '#tests/support/database/database.ts'

const target = await testDatabaseTarget()

/** Returns two instances of the application on one database without tables. */
async function twoInstances() {
  await administer(target, 'drop schema public cascade')
  await administer(target, 'create schema public')
  return [open(target), open(target)] as const
}

const ended: (() => Promise<void>)[] = []
afterAll(() => Promise.all(ended.map((end) => end())))

it('instances that start together migrate once', async () => {
  for (let round = 0; round < roundsOf(5, 2); round++) {
    const instances = await twoInstances()
    expect((await pendingMigrations(instances[0])).length).toBeGreaterThan(1)
    await Promise.all(instances.map(migrateToLatest))
    expect(await pendingMigrations(instances[1])).toEqual([])
    const { rows } =
      await sql`select name, count(*) as n from kysely_migration group by name having count(*) > 1`.execute(
        instances[0],
      )
    expect(rows).toEqual([])
    await Promise.all(instances.map((db) => db.destroy()))
  }
})

it('migrating again changes nothing', async () => {
  const [db, other] = await twoInstances()
  ended.push(
    () => db.destroy(),
    () => other.destroy(),
  )
  const done = async () => (await sql`select * from kysely_migration order by name`.execute(db)).rows
  await migrateToLatest(db)
  const first = await done()
  await migrateToLatest(other)
  expect(await done()).toEqual(first)
})

it('a migration waits for another instance longer than the time limit of statements', async () => {
  await administer(target, `alter database ${target.database} set statement_timeout to '300ms'`)
  const [holder, third] = await twoInstances()
  // A database's own setting is the limit here, as behind a pgbouncer.
  const waiter = open({ ...target, pgbouncer: true })
  ended.push(
    () => holder.destroy(),
    () => waiter.destroy(),
  )
  await expect(sql`select pg_sleep(0.5)`.execute(waiter)).rejects.toThrow('statement timeout')

  const waitsForLong = async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where wait_event = 'advisory' and clock_timestamp() - query_start > interval '350 ms'`.execute(third)
    return rows.length > 0
  }
  const locked = Promise.withResolvers<void>()
  const holding = holder.transaction().execute(async (trx) => {
    await trx.getExecutor().adapter.acquireMigrationLock(trx, { lockTable: '', lockRowId: '' })
    locked.resolve()
    await expect.poll(waitsForLong, { timeout: 30_000 }).toBe(true)
  })
  await locked.promise
  await migrateToLatest(waiter)
  await holding
  expect(await pendingMigrations(waiter)).toEqual([])
  await administer(target, `alter database ${target.database} reset statement_timeout`)
})

it('a failed migration leaves no change behind', async () => {
  const [db, other] = await twoInstances()
  ended.push(
    () => db.destroy(),
    () => other.destroy(),
  )
  // The last table of the first migration cannot be created.
  await sql`create table feedback (id int)`.execute(db)
  await expect(migrateToLatest(db)).rejects.toThrow('relation "feedback" already exists')
  const { rows } = await sql`select tablename from pg_tables where schemaname = 'public'`.execute(db)
  expect(rows).toEqual([{ tablename: 'feedback' }])
  // No lock may remain, which would block the other instance.
  await sql`drop table feedback`.execute(other)
  await migrateToLatest(other)
  expect(await pendingMigrations(db)).toEqual([])
})

it('a database of a newer version is refused and not changed', async () => {
  const [db] = await twoInstances()
  ended.push(() => db.destroy())
  await migrateToLatest(db)
  await sql`insert into kysely_migration values ('20990101T0000_future', '2099-01-01T00:00:00.000Z')`.execute(
    db,
  )
  await expect(migrateToLatest(db)).rejects.toThrow(
    new StartupError('DATABASE_URL, DATA_DIR: veritabanı programın daha yeni bir sürümüne ait.'),
  )
})

it('a database user who may not create tables gets a message', async () => {
  await twoInstances()
  const username = `${target.database}_reader`
  await administer(target, `create role ${username} login`)
  const db = open({ ...target, username })
  await expect(migrateToLatest(db)).rejects.toThrow(
    new StartupError('DATABASE_URL: kullanıcının bu veritabanında tablo ve eklenti kurma izni yok.'),
  )
  await db.destroy()
  await administer(target, `drop role ${username}`)
})
