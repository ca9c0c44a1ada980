import { Kysely, sql } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'

import { createIndexesWithin, wantedIndexes } from '#server/platform/db/indexes.ts'
import { MAINTENANCE_LIMITS } from '#server/platform/db/limits.ts'
import { migrateToLatest, migrateWithin } from '#server/platform/db/migrate.ts'
import { createPool } from '#server/platform/db/pool.ts'
import { SafePostgresDialect } from '#server/platform/db/postgres-dialect.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { open, testDatabases } from '#tests/support/database/database.ts'
import { problemOf } from '#tests/support/database/locking-statements.ts'

// oxlint-disable-next-line no-restricted-imports -- migrations are next to the server and have no # name.
import { migrations } from '#migrations/index.ts'

const databases = testDatabases()

/** The last migration for an update with all instances stopped. */
const LAST_WITH_STOP = '20261127T1300_status_amounts'
/** A name after those of all migrations. */
const NEXT = '99991231T0000_next'
/** Statements of later migrations that look as if they would block saves but do not, by the reason. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  'a weaker check replaces it': [
    'alter table "islem" drop constraint "islem_fiyat_ck"',
    'alter table "kayit" drop constraint "kayit_musteri_ck"',
    'alter table "kayit" drop constraint "kayit_arac_ck"',
    'alter table share drop constraint "share_kind_ck"',
    'alter table share drop constraint "share_content_ck"',
    'alter table change drop constraint change_channel_ck',
  ],
  'the same migration creates the table': [
    'create index "payment_kayit" on "payment" ("shop_id", "kayit_id")',
    'create index "payment_customer" on "payment" ("shop_id", "customer_id")',
  ],
}

/** Returns the statements of each migration, as the database gets them. */
async function statementsOfAll(): Promise<Map<string, string[]>> {
  const pool = createPool(await databases.empty(), MAINTENANCE_LIMITS)
  const statements = new Map<string, string[]>()
  let current: string[] = []
  const db = new Kysely<DB>({
    dialect: new SafePostgresDialect(pool, MAINTENANCE_LIMITS),
    log: ({ query }) => void current.push(query.sql),
  })
  await db.transaction().execute(async (trx) => {
    for (const name of Object.keys(migrations).toSorted()) {
      current = []
      await migrateWithin(trx, name)
      statements.set(name, current)
    }
  })
  await db.destroy()
  return statements
}

describe('migrations beside a version that serves', async () => {
  const all = await statementsOfAll()
  const problemsOf = (names: string[]) =>
    names.flatMap((name) =>
      (all.get(name) ?? [])
        .filter((statement) => !Object.values(EXCEPTIONS).flat().includes(statement))
        .flatMap((statement) => problemOf(statement) ?? [])
        .map((why) => `${name} ${why}`),
    )

  test('no new migration blocks a big table or removes columns that the version before uses', () => {
    const later = [...all.keys()].filter((name) => name > LAST_WITH_STOP)
    expect(problemsOf(later)).toEqual([])
    expect(Object.keys(migrations)).toContain(LAST_WITH_STOP)
  })

  test('the check finds the statements of earlier migrations that blocked big tables', () => {
    const earlier = [...all.keys()].filter((name) => name <= LAST_WITH_STOP)
    expect(problemsOf(earlier).length).toBeGreaterThan(20)
    expect(problemsOf(['20261123T1010_postgres_orders'])).toContainEqual(
      expect.stringContaining('builds an index while saves wait'),
    )
    expect(problemsOf(['20261126T1500_shop_columns']).length).toBeGreaterThan(20)
  })
})

test.each([
  'create index kayit_x on kayit (shop_id, durum)',
  'create unique index "kayit_x" on "kayit" using btree ("user_id")',
  'alter table kayit alter column km_bilgisi type bigint',
  'alter table "expense" alter column "title" set data type varchar(10)',
  'alter table islem alter column islem_adi set not null',
  'alter table "kayit" add column "uid" uuid default gen_random_uuid()',
  'alter table kayit add column n bigint generated always as identity',
  'alter table kayit add constraint kayit_ck check (km_bilgisi > 0)',
  'alter table "islem" add constraint "islem_fk" foreign key (user_id) references users (id)',
  'alter table change add constraint change_uq unique (user_id, id)',
  'alter table kayit drop column motor_no',
  'alter table kayit rename column motor_no to motor',
  'update kayit set km_bilgisi = 0',
  'insert into marka (user_id, ad) select distinct user_id, arac_marka from kayit',
])('the check refuses: %s', (statement) => {
  expect(problemOf(statement)).toEqual(expect.any(String))
})

test.each([
  'create index concurrently kayit_x on kayit (shop_id, durum)',
  "create function clear() returns void language plpgsql as 'begin; update kayit set km_bilgisi = 0; end'",
  'create index kayit_notu_x on kayit_notu (user_id)',
  'create index users_x on users (id)',
  "alter table kayit add column renk text not null default ''",
  'alter table kayit add column eklendi timestamptz default now()',
  'alter table kayit add constraint kayit_ck check (km_bilgisi > 0) not valid',
  'alter table kayit validate constraint kayit_ck',
  'alter table users alter column name set not null',
  'insert into kayit_notu (user_id) select id from users',
])('the check allows: %s', (statement) => {
  expect(problemOf(statement)).toBeNull()
})

test('the wanted indexes follow from all migrations in their order', () => {
  const step = (...concurrently: Parameters<typeof wantedIndexes>[0][string]['concurrently'] & object) => ({
    up: () => Promise.resolve(),
    concurrently,
  })
  const [one, two] = [
    { create: 'a', on: 'kayit', as: '(id)' },
    { create: 'b', on: 'kayit', as: '(id)' },
  ]
  expect(wantedIndexes({ first: step(one, two), second: step({ drop: 'a' }) })).toEqual({
    present: [two],
    absent: ['a'],
  })
  expect(() => wantedIndexes({ first: step(one), second: step({ drop: 'a' }), third: step(one) })).toThrow(
    'a is used again',
  )
  const renamed = step({ rename: 'a', to: 'c' }, { rename: 'made by a migration', to: 'd' })
  expect(wantedIndexes({ first: step(one, two), second: renamed })).toEqual({
    present: [two, { ...one, create: 'c' }],
    absent: ['a', 'made by a migration'],
  })
})

test('an index of before gets its present name, and is not built again', async () => {
  const db = open(await databases.empty())
  onTestFinished(() => db.destroy())
  const ofBefore = Object.entries(migrations).filter(([name]) => name <= LAST_WITH_STOP)
  await db.transaction().execute(async (trx) => {
    await migrateWithin(trx, LAST_WITH_STOP)
    await createIndexesWithin(trx, wantedIndexes(Object.fromEntries(ofBefore)))
  })
  const oidsOf = async (...names: string[]) => {
    const { rows } = await sql<{ oid: number | null }>`
      select to_regclass(name)::oid::int as oid from unnest(${names}::text[]) as name`.execute(db)
    return rows.map(({ oid }) => oid)
  }
  const before = await oidsOf('kayit_harfler', 'vehicle_harfler', 'customer_harfler')
  await migrateToLatest(db)
  expect(before).not.toContain(null)
  expect(await oidsOf('kayit_ngrams', 'vehicle_ngrams', 'customer_ngrams')).toEqual(before)
  expect(await oidsOf('kayit_harfler', 'vehicle_harfler', 'customer_harfler')).toEqual([null, null, null])
})

describe('a migration that needs a table with a long reader', () => {
  const clients: Kysely<DB>[] = []
  afterAll(() => Promise.all(clients.map((client) => client.destroy())))

  const untilWaitingFor = (db: Kysely<DB>, table: string) => {
    const waits = sql`select 1 from pg_locks where not granted and relation = ${table}::regclass`
    return expect.poll(async () => (await waits.execute(db)).rows.length, { interval: 5 }).toBe(1)
  }

  test('lets others read the table meanwhile, and runs when it is free', async () => {
    const target = await databases.empty()
    const [reader, other, updated] = [open(target), open(target), open(target)]
    clients.push(reader, other, updated)
    await updated.transaction().execute((trx) => migrateWithin(trx, '20261124T1830_passkeys'))
    let migrating: Promise<void> = Promise.resolve()
    await reader.transaction().execute(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
      await sql`select 1 from known_places`.execute(trx)
      migrating = migrateToLatest(updated)
      await untilWaitingFor(other, 'known_places')
      // This lock request queues behind the migration, and would wait as long as the migration does.
      await sql`select 1 from known_places`.execute(other)
    })
    await migrating
    const { rows } = await sql`select token_hash from known_places`.execute(other)
    expect(rows).toEqual([])
  })

  test('gives way to a reader of two tables that waits for it in turn', async () => {
    const target = await databases.empty()
    const [reader, other, updated] = [open(target), open(target), open(target)]
    clients.push(reader, other, updated)
    await migrateToLatest(updated)
    migrations[NEXT] = {
      up: async (trx) => {
        for (const table of ['kayit', 'vehicle'])
          await sql`alter table ${sql.table(table)} add column extra integer`.execute(trx)
      },
    }
    onTestFinished(() => void delete migrations[NEXT])
    let migrating: Promise<void> = Promise.resolve()
    await reader.transaction().execute(async (trx) => {
      await sql`select 1 from vehicle`.execute(trx)
      migrating = migrateToLatest(updated)
      await untilWaitingFor(other, 'vehicle')
      await sql`select 1 from kayit`.execute(trx)
    })
    await migrating
    expect((await sql`select extra from vehicle`.execute(other)).rows).toEqual([])
  })
})
