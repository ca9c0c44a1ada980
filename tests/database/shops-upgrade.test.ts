import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { listAllUsers } from '#server/admin/operations.ts'
import { getShop } from '#server/admin/shops.ts'
import { resolveActor } from '#server/auth/actor.ts'
import { hashToken } from '#server/auth/token.ts'
import { restore } from '#server/platform/backup/restore.ts'
import { lockMigrations, migrateToLatest, migrateWithin } from '#server/platform/db/migrate.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { trustSearches } from '#server/platform/db/distribute/plan.ts'
import { getSettings } from '#server/settings/operations.ts'
import { listStaff } from '#server/staff/operations.ts'
import { backedUp, inPieces, withDatabase } from '#tests/support/database/backup.ts'
import { testDatabases } from '#tests/support/database/database.ts'
import { schemaText } from '#tests/support/database/schema-text.ts'
import { baseCtx, buildUser, TEST_NOW, userCtx } from '#tests/support/rows/factories.ts'

const databases = testDatabases()

const tokenOf = (user: number) => `${user}`.padEnd(43, 'A')

/**
 * Makes a database from before the migration `shops`: 1 is an administrator with a shop, 2 an owner with 3 at the desk
 * and 4 a mechanic, 5 a suspended shop with 6, 7 a closed shop whose staff 8 was left open. All have a session.
 */
async function formerDatabase() {
  const target = await databases.empty()
  await withDatabase(target, async (db) => {
    await db.transaction().execute(async (trx) => {
      await lockMigrations(trx)
      await migrateWithin(trx, '20261126T1510_postgres_shop_columns')
    })
    await sql`insert into users (username, username_key, email, email_key, password_hash, name_surname, auth, version,
        created_at, company_name, company_tel, output_format, license_type, license_end_date, prices_with_vat,
        idle_minutes, change_months, anonymise_years, suspended_at, suspended_reason, derived_version, deleted_at)
      values ('yonetici', 'yonetici', '', '', 'x', '', 3, 1, ${TEST_NOW}, 'Merkez', '', 'PDF', '', null, null,
          null, 24, null, null, '', 2, null),
        ('sahip', 'sahip', 'a@b', 'a@b', 'x', 'Ece Ak', 0, 7, ${TEST_NOW}, 'Işık Oto', '0224', 'XLSX', 'Pro',
          '2027-01-31', true, 30, 12, 10, null, '', 1, null)`.execute(db)
    await sql`insert into users (username, username_key, password_hash, shop_id, role, sees_figures, created_at)
      values ('buro', 'buro', 'x', 2, 'desk', true, ${TEST_NOW}), ('usta', 'usta', 'x', 2, 'mechanic', false, ${TEST_NOW})
      `.execute(db)
    await sql`insert into users (username, username_key, password_hash, created_at, suspended_at, suspended_reason)
      values ('borclu', 'borclu', 'x', ${TEST_NOW}, ${TEST_NOW}, 'Ödeme bekleniyor')`.execute(db)
    await sql`insert into users (username, username_key, password_hash, shop_id, role, created_at)
      values ('borcluda', 'borcluda', 'x', 5, 'desk', ${TEST_NOW})`.execute(db)
    await sql`insert into users (username, username_key, password_hash, created_at, deleted_at)
      values ('giden', 'giden', 'x', ${TEST_NOW}, ${TEST_NOW})`.execute(db)
    await sql`insert into users (username, username_key, password_hash, shop_id, role, created_at)
      values ('kalan', 'kalan', 'x', 7, 'desk', ${TEST_NOW})`.execute(db)
    const expires_at = new Date(TEST_NOW.getTime() + 3_600_000)
    const times = { created_at: TEST_NOW, last_seen_at: TEST_NOW, expires_at, browser_since: TEST_NOW }
    const session = { kind: 'web', remember: false, user_agent: '', method: 'password', ...times } as const
    for (let user_id = 1; user_id <= 8; user_id++)
      await db
        .insertInto('sessions')
        .values({ ...session, user_id, token_hash: hashToken(tokenOf(user_id)) })
        .execute()
    await sql`insert into expense (shop_id, title, amount_kurus, spend_date, search_text)
      values (2, 'Kira', 1, '2026-11-03', 'kira')`.execute(db)
  })
  return target
}

let made: Promise<PoolTarget> | undefined
/** All tests share one database; the last test removes a shop from it. */
const upgraded = () => (made ??= upgrade())

async function upgrade(): Promise<PoolTarget> {
  const target = await formerDatabase()
  await withDatabase(target, async (db) => {
    await migrateToLatest(db)
    // Every start of the panel does this too.
    await trustSearches(db)
  })
  return target
}

const ADMIN = { id: 1, username: 'yonetici', password: '', auth: 3 }
const OWNER = { id: 2, username: 'sahip', password: '', auth: 0 }

async function actorsOf(db: Kysely<DB>) {
  const found = []
  for (let user = 1; user <= 8; user++) {
    const { actor, suspensionReason: suspended } = await resolveActor(baseCtx(db), { cookie: tokenOf(user) })
    found.push(actor === null ? (suspended ?? null) : { shop: actor.shop, rights: actor.rights.length })
  }
  return found
}

describe('a database of before the table of shops', () => {
  test('has the schema of a new one afterwards', async () => {
    const text = await withDatabase(await upgraded(), schemaText)
    const stored = readFileSync(join(import.meta.dirname, '../../docs/schema.sql'), 'utf8')
    expect(stored.slice(stored.indexOf('create table'))).toBe(text)
  })

  test('has each user’s shop, rights and suspension, and refuses users of a closed shop', async () => {
    expect(await withDatabase(await upgraded(), actorsOf)).toEqual([
      { shop: 1, rights: 10 },
      { shop: 2, rights: 10 },
      { shop: 2, rights: 6 },
      { shop: 2, rights: 0 },
      'Ödeme bekleniyor',
      'Ödeme bekleniyor',
      null,
      null,
    ])
  })

  test('answers with the facts of the shops as before', async () => {
    await withDatabase(await upgraded(), async (db) => {
      expect(await getSettings(userCtx(db, OWNER))).toEqual({
        company_name: 'Işık Oto',
        company_tel: '0224',
        company_adress: '',
        output_format: 'XLSX',
        prices_with_vat: true,
        idle_minutes: 30,
        license_type: 'Pro',
        license_end: '2027-01-31',
        logo_url: '',
        version: 7,
      })
      const staff = await listStaff(userCtx(db, OWNER))
      expect(staff.map(({ id, role, sees_figures }) => [id, role, sees_figures])).toEqual([
        [3, 'desk', true],
        [4, 'mechanic', false],
      ])
      const admin = userCtx(db, ADMIN)
      const users = await listAllUsers(admin)
      expect(users.map(({ id, company_name }) => [id, company_name])).toEqual([
        [5, ''],
        [2, 'Işık Oto'],
        [1, 'Merkez'],
      ])
      expect(await getShop(admin, { id: 5 })).toMatchObject({
        suspended_reason: 'Ödeme bekleniyor',
        staff: 1,
      })
      expect(await getShop(admin, { id: 7 })).toMatchObject({ deleted_at: TEST_NOW.toISOString(), staff: 1 })
      const kept = ['change_months', 'anonymise_years', 'derived_version'] as const
      expect(await db.selectFrom('shops').where('id', '=', 2).select(kept).execute()).toEqual([
        { change_months: 12, anonymise_years: 10, derived_version: 1 },
      ])
    })
  })

  test('removes the users and rows of a shop with it, and gives new shops higher ids than old users', async () => {
    await withDatabase(await upgraded(), async (db) => {
      await db.deleteFrom('shops').where('id', '=', 2).execute()
      const left = await db.selectFrom('users').orderBy('id').select('id').execute()
      expect(left.map(({ id }) => id)).toEqual([1, 5, 6, 7, 8])
      expect(await db.selectFrom('expense').selectAll().execute()).toEqual([])
      expect(await buildUser(db)).toMatchObject({ id: 9, shop_id: 9 })
    })
  })
})

test('a backup from before that table replaces a new panel', async () => {
  const backup = await backedUp(await formerDatabase())
  const target = await databases.migrated()
  await withDatabase(target, async (db) => {
    const { id } = await buildUser(db, { auth: 3, username: 'yeni-yonetici' })
    await db
      .insertInto('change')
      .values({
        shop_id: id,
        at: TEST_NOW,
        actor_id: id,
        actor_name: 'yeni-yonetici',
        channel: 'page',
        noun: 'backup',
        target_id: null,
        verb: 'create',
      })
      .execute()
    await restore(target, inPieces(backup), { ownDatabase: true })
    const shops = await db
      .selectFrom('shops')
      .innerJoin('users', 'users.id', 'shops.id')
      .orderBy('shops.id')
      .select(['shops.id', 'company_name', 'username', 'closed_at'])
      .execute()
    expect(shops).toMatchObject([
      { id: 1, company_name: 'Merkez', username: 'yonetici', closed_at: null },
      { id: 2, company_name: 'Işık Oto', username: 'sahip', closed_at: null },
      { id: 5, username: 'borclu', closed_at: null },
      { id: 7, username: 'giden', closed_at: TEST_NOW },
      { id: 9, company_name: '', username: 'yeni-yonetici', closed_at: expect.any(Date) as Date },
    ])
    expect(await db.selectFrom('change').select(['shop_id', 'actor_id']).execute()).toEqual([
      { shop_id: 9, actor_id: 9 },
    ])
  })
})
