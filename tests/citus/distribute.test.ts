import { type Kysely, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'

import { migrations } from '#migrations/index.ts'
import { distribute, distributionOf } from '#server/platform/db/distribute/distribute.ts'
import { placingStatements, foreignKeysOf, tablesOf } from '#server/platform/db/distribute/plan.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { clusterDatabases, clusterOfRun } from '#tests/support/citus/cluster-database.ts'
import { administer, open } from '#tests/support/database/database.ts'
import { dumpOf } from '#tests/support/database/dump.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { TENANT_TABLES } from '#tests/support/database/tenant-tables.ts'

const databases = clusterDatabases()
const SHARDS = 4

function opened(target: PoolTarget): Kysely<DB> {
  const db = open(target)
  onTestFinished(() => db.destroy())
  return db
}

/** Returns a migrated database of the cluster with the records of two shops. */
async function filled(): Promise<Kysely<DB>> {
  const db = opened(await databases.joined())
  await migrateToLatest(db)
  for (const plaka of ['34 ABC 12', '06 XYZ 34']) {
    const ctx = userCtx(db, await buildUser(db))
    const info = { musteri_adi_soyadi: 'Ali Usta', plaka, giris_tarihi: '2026-11-03' }
    await save(ctx, { info, islemler: [{ islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 100 }] })
  }
  return db
}

const placesOf = async (db: Kysely<DB>) =>
  Object.fromEntries((await tablesOf(db)).map(({ name, place }) => [name, place]))

/** The place of each table. A new table needs a decision: a policy marks the rows of a shop. */
const PLACES = {
  ...Object.fromEntries(TENANT_TABLES.map((name) => [name, 'shop'])),
  users: 'everywhere',
  shops: 'everywhere',
  consent_texts: 'local',
  access_change: 'local',
  consents: 'local',
  erasure_register: 'local',
  known_places: 'local',
  login_attempts: 'local',
  new_login: 'local',
  passkey: 'local',
  passkey_challenge: 'local',
  recovery_codes: 'local',
  reset_links: 'local',
  second_factors: 'local',
  sessions: 'local',
}

describe('a database with rows', () => {
  test('is distributed with every row, key and policy, and a second time nothing is left to do', async () => {
    const db = await filled()
    const before = { rows: await dumpOf(db), keys: await foreignKeysOf(db) }
    await distribute(db, SHARDS)
    expect(await placesOf(db)).toEqual(PLACES)
    expect(await dumpOf(db)).toEqual(before.rows)
    expect(await foreignKeysOf(db)).toEqual(before.keys)
    expect(await placingStatements(db)).toEqual([])
    const { rows } = await sql<{ unguarded: number }>`
      select count(*)::int as unguarded from run_command_on_shards('kayit',
        $$select relrowsecurity and exists (select from pg_policy where polrelid = pg_class.oid)
          from pg_class where oid = '%s'::regclass$$) where result <> 't'`.execute(db)
    expect(rows).toEqual([{ unguarded: 0 }])
    await distribute(db, SHARDS)
    expect(await dumpOf(db)).toEqual(before.rows)
  })

  test('a database that was migrated without the extension gets the policies that Citus takes', async () => {
    const db = await filled()
    for (const table of ['kayit', 'vehicle', 'customer'])
      await sql`alter policy shop on ${sql.table(table)} using (
        coalesce(shop_id = (select nullif(current_setting('oto.shop', true), '')::bigint), false))`.execute(
        db,
      )
    await distribute(db, SHARDS)
    expect(await placesOf(db)).toEqual(PLACES)
    const { rows } = await sql<{ policy: string }>`
      select distinct pg_get_expr(polqual, polrelid) as policy from pg_policy
      where polrelid in ('kayit'::regclass, 'islem'::regclass, 'vehicle'::regclass)`.execute(db)
    expect(rows).toEqual([{ policy: expect.stringMatching(/^\(shop_id = /) }])
  })

  test('has all rows of a shop in one node', async () => {
    const db = await filled()
    await distribute(db, SHARDS)
    const { rows } = await sql<{ nodes: number }>`
      select count(distinct (nodename, nodeport))::int as nodes from citus_shards join pg_dist_partition
        on logicalrelid = table_name
      where partmethod = 'h' and shardid in (
        select get_shard_id_for_distribution_column(logicalrelid::text, 1::bigint) from pg_dist_partition
        where partmethod = 'h')`.execute(db)
    expect(rows).toEqual([{ nodes: 1 }])
  })

  test('is left as it is where the statements are only listed', async () => {
    const db = await filled()
    const before = await placesOf(db)
    const statements = await distributionOf(db, SHARDS)
    expect(statements).toContain(
      `select create_distributed_table('kayit', 'shop_id', shard_count := ${SHARDS})`,
    )
    expect(statements.indexOf("select create_reference_table('users')")).toBeLessThan(
      statements.findIndex((statement) => statement.includes('create_distributed_table')),
    )
    expect(new Set(Object.values(before))).toEqual(new Set(['local']))
    expect(await placesOf(db)).toEqual(before)
  })
})

describe('the check reports in one line', () => {
  test('a missing extension is reported', async () => {
    await expect(distribute(opened(await databases.bare()))).rejects.toThrow(
      /^DATABASE_URL: .*create extension/,
    )
  })

  test('missing workers, or a missing address of the coordinator, are reported', async () => {
    const target = await databases.bare()
    await administer(target, 'create extension citus')
    const db = opened(target)
    await expect(distribute(db)).rejects.toThrow(/^DATABASE_URL: .*citus_set_coordinator_host/)
    await sql`select citus_set_coordinator_host(${target.host}::text, ${target.port}::int)`.execute(db)
    await expect(distribute(db)).rejects.toThrow(/^DATABASE_URL: .*citus_add_node/)
  })

  test('a missing Citus that passes joins on to the nodes', async () => {
    const target = await databases.joined()
    await administer(
      target,
      `alter database "${target.database}" set citus.enable_recurring_outer_join_pushdown = off`,
    )
    await expect(distribute(opened(target))).rejects.toThrow(/^DATABASE_URL: Citus 13\.2/)
  })

  test('a schema that is not the newest one is reported', async () => {
    await expect(distribute(opened(await databases.joined()))).rejects.toThrow(
      /^DATABASE_URL: şema güncel değil/,
    )
  })

  test('the right coordinator, if the address is a worker’s', async () => {
    const { database = '' } = await databases.joined()
    const [, worker] = clusterOfRun()
    await expect(distribute(opened({ ...worker, database }))).rejects.toThrow(
      /^DATABASE_URL: .*çalışan düğüm/,
    )
  })
})

describe('a later migration of a distributed database', () => {
  const NEXT = '20991231T0000_reminders'

  test('changes the shards, and its new table of shops is distributed in the same transaction', async () => {
    const db = await filled()
    await distribute(db, SHARDS)
    migrations[NEXT] = { up: addReminders }
    onTestFinished(() => void delete migrations[NEXT])
    await migrateToLatest(db)
    expect(await placesOf(db)).toEqual({ ...PLACES, reminder: 'shop', reminded: 'local' })
    await expect(sql`insert into reminded (shop_id) values (2000000000)`.execute(db)).rejects.toMatchObject({
      code: '23503',
    })
    await sql`insert into reminded (shop_id) select id from shops`.execute(db)
    expect(await placingStatements(db)).toEqual([])
    const { rows } = await sql<{ id: number }>`
      insert into reminder (shop_id, note) select id, 'muayene' from shops returning id`.execute(db)
    expect(rows).toHaveLength(2)
    await sql`update kayit set reminder_id = ${rows[0]?.id} where shop_id = 1`.execute(db)
    const found = await sql`select from kayit where shop_id = 1 and reminder_id is not null`.execute(db)
    expect(found.rows).toHaveLength(1)
  })

  test('a later migration that fails leaves nothing behind in any node', async () => {
    const db = await filled()
    await distribute(db, SHARDS)
    migrations[NEXT] = {
      up: async (trx) => {
        await addReminders(trx)
        throw new Error('half')
      },
    }
    onTestFinished(() => void delete migrations[NEXT])
    await expect(migrateToLatest(db)).rejects.toThrow('half')
    expect(await placesOf(db)).toEqual(PLACES)
    const { rows } = await sql<{ columns: number }>`
      select count(*)::int as columns from run_command_on_shards('kayit',
        $$select 1 from pg_attribute where attrelid = '%s'::regclass and attname = 'reminder_id'$$)
      where result = '1'`.execute(db)
    expect(rows).toEqual([{ columns: 0 }])
  })
})

/** Adds, like migrations, a table of shops with its policy, one of persons, and an indexed column to an older one. */
async function addReminders(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('reminder')
    .addColumn('shop_id', 'bigint', (column) => column.notNull())
    .addColumn('id', 'bigint', (column) => column.generatedByDefaultAsIdentity().notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('reminder_pk', ['shop_id', 'id'])
    .addForeignKeyConstraint('reminder_user_fk', ['shop_id'], 'shops', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute()
  await sql`alter table reminder enable row level security`.execute(db)
  await sql`create policy shop on reminder using (
    shop_id = nullif(current_setting('oto.shop', true), '')::bigint)`.execute(db)
  await db.schema
    .createTable('reminded')
    .addColumn('id', 'bigint', (column) => column.generatedByDefaultAsIdentity().primaryKey())
    .addColumn('shop_id', 'bigint', (column) => column.notNull().references('shops.id').onDelete('cascade'))
    .execute()
  await db.schema.alterTable('kayit').addColumn('reminder_id', 'bigint').execute()
  await db.schema.createIndex('kayit_reminder').on('kayit').columns(['shop_id', 'reminder_id']).execute()
}
