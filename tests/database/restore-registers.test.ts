import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'

import { storedTables, isRecordTable, TABLES } from '#server/platform/backup/catalog.ts'
import { restore } from '#server/platform/backup/restore.ts'
import { ensureFirstAdmin } from '#server/auth/first-admin.ts'
import { eraseMember, eraseShop } from '#server/admin/erase.ts'
import type { DB } from '#server/platform/db/schema.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'
import { eraseAgain } from '#server/commands/jobs/erase-again.ts'
import { eraseCustomer } from '#server/personal-data/erase.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { backedUp, inPieces, withDatabase } from '#tests/support/database/backup.ts'
import { testDatabases } from '#tests/support/database/database.ts'
import { dumpOf, hitsOf } from '#tests/support/database/dump.ts'
import { buildUser, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { plant, WORDS } from '#tests/support/rows/personal-data.ts'
import { buildShop } from '#tests/support/rows/shop-rows.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const databases = testDatabases()
const REFUSED = 'Veritabanında kayıtlar ya da birden çok kullanıcı var'

/** Returns a database in the state of a first start. */
async function started(): Promise<PoolTarget> {
  const target = await databases.migrated()
  await withDatabase(target, (db) => ensureFirstAdmin(db, { password: 'ilk-parola-2026', now: new Date() }))
  return target
}

/** Stores a row with a value in each column that needs one, in any table. */
async function insertAny(db: Kysely<DB>, table: string): Promise<void> {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
      and (attnotnull or ${table}::text = 'share' and attname = 'kayit_id')
      and (not atthasdef or attname = 'plaka') and attidentity = '' order by attnum`.execute(db)
  // The values that a check allows.
  const checked: Record<string, string> = {
    kind: table === 'share' ? 'record' : 'payment',
    cause: 'warranty',
    state: 'queued',
    verdict: 'approved',
    method: 'cash',
    expected_kurus: '0',
  }
  const values: Record<string, string> = { bytea: '\\x00', date: '2026-01-01', boolean: 'true', text: 'x' }
  const valueOf = ({ name, type }: (typeof rows)[number]) =>
    sql.lit(
      name === 'user_id' || name === 'shop_id'
        ? '1'
        : type.startsWith('timestamp')
          ? '2026-01-01'
          : (checked[name] ?? values[type] ?? '1'),
    )
  await sql`set local session_replication_role = replica`.execute(db)
  await sql`insert into ${sql.table(table)} (${sql.join(rows.map(({ name }) => sql.ref(name)))})
    values (${sql.join(rows.map(valueOf))})`.execute(db)
}

test('every table is classified, and a row of an unclassified one refuses a restore', async () => {
  const target = await started()
  const tables = await withDatabase(target, storedTables)
  expect(tables.map(({ name }) => name).toSorted()).toEqual(TABLES.toSorted())
  const backup = await backedUp(target)
  await withDatabase(target, async (db) => {
    await sql`create table yeni (id integer)`.execute(db)
    await sql`insert into yeni values (1)`.execute(db)
  })
  await expect(restore(target, inPieces(backup))).rejects.toThrow(REFUSED)
})

test('a row of any table of records refuses a restore, which works when it is gone', async () => {
  const target = await started()
  const backup = await backedUp(target)
  const outcomes: [string, unknown][] = []
  for (const table of TABLES.filter(isRecordTable)) {
    await withDatabase(target, (db) => db.transaction().execute((trx) => insertAny(trx, table)))
    const outcome = await restore(target, inPieces(backup)).catch((error: Error) => error.message)
    outcomes.push([table, outcome])
    await withDatabase(target, async (db) => {
      await sql`truncate ${sql.table(table)} cascade`.execute(db)
    })
  }
  const refused = expect.stringMatching(REFUSED)
  expect(outcomes).toEqual(TABLES.filter(isRecordTable).map((table) => [table, refused]))
  expect((await restore(target, inPieces(backup))).tables).toContainEqual({ name: 'users', rows: 1 })
})

/** Stores a panel's data: an administrator, a shop with a planted customer, another shop, and a member of staff. */
async function panel() {
  const target = await databases.migrated()
  const made = await withDatabase(target, async (db) => {
    const admin = await buildUser(db, { auth: AUTH_ADMIN })
    const user = await buildUser(db)
    const { customer } = await plant(db, userCtx(db, user))
    const { user: other } = await buildShop(db, { word: 'Silinecekkanarya' })
    const member = await buildMember(db, user, { username: 'silinecekkanarya-ece' })
    return { admin, user, customer, other, member }
  })
  return { target, ...made }
}

const registersOf = (target: PoolTarget) =>
  withDatabase(target, async (db) => ({
    shops: await db.selectFrom('erasure_register').orderBy('id').selectAll().execute(),
    customers: await db.selectFrom('erasure').orderBy('id').selectAll().execute(),
    requests: await db.selectFrom('data_request').orderBy('id').selectAll().execute(),
    consents: await db.selectFrom('consents').orderBy('id').selectAll().execute(),
    changes: await db.selectFrom('change').orderBy('shop_id').orderBy('id').selectAll().execute(),
  }))

async function erased() {
  const { target, admin, user, customer, other, member } = await panel()
  const earlier = await backedUp(target)
  await withDatabase(target, async (db) => {
    const now = new Date()
    const of = (who: TestUser) => {
      const ctx = userCtx(db, who)
      const session = { ...ctx.actor.session, confirmedAt: now }
      return { ...ctx, now, actor: { ...ctx.actor, session } }
    }
    await eraseCustomer(of(user), { id: customer, reason: 'request' })
    await db
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('id', 'in', [other.id, member.id])
      .execute()
    const by = of(admin)
    await eraseShop(by, { id: other.id, username: other.username, reason: 'İstek' })
    await eraseMember(by, { id: member.id, reason: 'İstek' })
  })
  return { target, earlier, newer: await backedUp(target) }
}
const ALL_WORDS = [...WORDS, 'Silinecekkanarya', 'silinecekkanarya']

test('the command repeats the erasures that a newer backup has, and joins the registers', async () => {
  const { target: before, earlier, newer } = await erased()
  const target = await databases.empty()
  const options = { registers: inPieces(newer), eraseAgain }
  expect(await restore(target, inPieces(earlier), options)).toMatchObject({ erased: 3 })
  expect(hitsOf(await withDatabase(target, dumpOf), ALL_WORDS)).toEqual({})
  expect(await registersOf(target)).toEqual(await registersOf(before))
})

test('a newer backup of another panel, and a damaged one, refuse the restore and leave nothing', async () => {
  const { earlier, newer } = await erased()
  const other = await started()
  const target = await databases.empty()
  for (const [file, message] of [
    [await backedUp(other), 'başka bir panelden'],
    [newer.subarray(0, -40), 'bozuk ya da eksik'],
  ] as const)
    await expect(
      restore(target, inPieces(earlier), { registers: inPieces(file), eraseAgain }),
    ).rejects.toThrow(message)
  expect(await withDatabase(target, storedTables)).toEqual([])
})

test('the registers of a database that is restored into stay, also beside those of another panel', async () => {
  const { earlier } = await erased()
  const target = await started()
  await withDatabase(target, async (db) => {
    const at = new Date('2026-11-25T10:00:00Z')
    const { id: user_id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const text = { text_version: '1', text_sha256: 'özet' }
    await db
      .insertInto('consents')
      .values({ user_id, ...text, action: 'accepted', created_at: at })
      .execute()
    const change = { shop_id: user_id, at, actor_id: user_id, actor_name: 'admin', channel: 'page' as const }
    await db
      .insertInto('change')
      .values({ ...change, noun: 'backup', target_id: null, verb: 'create' })
      .execute()
    await db
      .insertInto('erasure_register')
      .values({ at, kind: 'shop', subject_id: 2, by_user: user_id, counts: '{}', reason: 'eski' })
      .execute()
  })
  const [was, backup] = [await registersOf(target), await registersAlone(earlier)]
  expect(await restore(target, inPieces(earlier), { eraseAgain })).toMatchObject({ erased: 0 })
  const now = await registersOf(target)
  expect(now.shops).toMatchObject([{ subject_id: 2, reason: 'eski' }])
  for (const name of ['consents', 'changes', 'requests'] as const)
    expect(now[name]).toHaveLength(was[name].length + backup[name].length)
  await withDatabase(target, async (db) => {
    const { user_id } = now.consents.at(-1) ?? { user_id: 0 }
    const account = db.selectFrom('users').where('id', '=', user_id).select(['username', 'password_hash'])
    expect(await account.where('deleted_at', 'is not', null).execute()).toEqual([
      { username: 'admin', password_hash: '' },
    ])
    // The number now belongs to another shop.
    expect(await db.selectFrom('users').where('id', '=', 2).select('erased_at').execute()).toEqual([
      { erased_at: null },
    ])
  })
})

/** Returns the registers of a backup that was restored into an empty database. */
async function registersAlone(backup: Buffer) {
  const target = await databases.empty()
  await restore(target, inPieces(backup))
  return registersOf(target)
}
