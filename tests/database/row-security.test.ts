import { type Kysely, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import type { DB } from '#server/platform/db/schema.ts'
import { scopeToAllShops, scopeToShop } from '#server/platform/db/shop-scope.ts'
import { guardedFor } from '#tests/support/database/guarded.ts'
import { engine, testDatabase } from '#tests/support/database/database.ts'
import { buildUser, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const requests = guardedFor(db)

async function tablesOf(): Promise<{ name: string; guarded: boolean; policies: number }[]> {
  const { rows } = await sql<{ name: string; guarded: boolean; policies: number }>`
    select relname as name, relrowsecurity as guarded,
      (select count(*)::int from pg_policy where polrelid = pg_class.oid) as policies
    from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'shop_id' and relname <> 'users'
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`.execute(db)
  return rows
}

const names = async () => (await tablesOf()).map(({ name }) => name)

let owner: TestUser
let other: TestUser

beforeAll(async () => {
  owner = await buildUser(db)
  other = await buildUser(db)
  const info = { musteri_adi_soyadi: 'Ali Usta', plaka: '34 ABC 12', giris_tarihi: '2026-11-03' }
  for (const user of [owner, other])
    await save(userCtx(db, user), { info, islemler: [{ islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 100 }] })
})

const count = async (asked: Kysely<DB>, table: string) => {
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(table)}`.execute(
    asked,
  )
  return rows[0]?.rows
}

describe('the tables', () => {
  test('every table with rows of shops has one policy', async () => {
    const open = (await tablesOf()).filter(({ guarded, policies }) => !guarded || policies !== 1)
    expect(open.map(({ name }) => name)).toEqual([])
    expect((await names()).length).toBeGreaterThan(14)
  })

  test('no row is found without a shop, and only its own with one', async () => {
    for (const name of await names()) expect([name, await count(requests, name)]).toEqual([name, 0])
    for (const [shop, records] of [
      [owner.id, 1],
      [other.id, 1],
      [owner.id + other.id + 1, 0],
    ] as const)
      expect(await count(scopeToShop(requests, shop), 'kayit')).toBe(records)
    expect(await count(db, 'kayit')).toBe(2)
  })

  test('no row can be stored for another shop or moved to it', async () => {
    const mine = scopeToShop(requests, owner.id)
    const code = { code: '42501' }
    const row = { operation: 'x', key: 'x', target_id: null, created_at: new Date() }
    await expect(
      mine
        .insertInto('idempotency_keys')
        .values({ ...row, shop_id: other.id })
        .execute(),
    ).rejects.toMatchObject(code)
    await mine
      .insertInto('idempotency_keys')
      .values({ ...row, shop_id: owner.id })
      .execute()
    // Citus refuses to move a row to another shop, which may be on another node.
    await expect(
      mine.updateTable('idempotency_keys').set({ shop_id: other.id }).execute(),
    ).rejects.toMatchObject({ code: engine === 'citus' ? '0A000' : '42501' })
    await expect(
      requests
        .insertInto('idempotency_keys')
        .values({ ...row, shop_id: owner.id })
        .execute(),
    ).rejects.toMatchObject(code)
  })

  test('administrators see messages and logos of all shops, and nothing else of them', async () => {
    const admin = userCtx(db, await buildUser(db, { auth: 3 }))
    const all = scopeToAllShops(admin.db)
    const seen = async (table: string) => (await count(all, table)) === (await count(db, table))
    await db
      .insertInto('logo')
      .values({ shop_id: other.id, png: new Uint8Array([1]), width: 1, height: 1 })
      .execute()
    expect(await Promise.all(['feedback', 'logo'].map(seen))).toEqual([true, true])
    expect(await count(all, 'kayit')).toBe(0)
    expect(await count(admin.db, 'logo')).toBe(0)
  })
})

describe('the role of the requests', () => {
  test.for([
    'alter table kayit disable row level security',
    'create table x (id int)',
    'drop policy shop on kayit',
    'set session authorization oto',
    'set role oto',
    'alter role oto_requests bypassrls',
    'truncate kayit',
    "update change set title = 'x'",
    'delete from change',
    'delete from kysely_migration',
    'select rolpassword from pg_authid',
    "copy kayit to program 'true'",
  ])('may not %s', async (statement) => {
    await expect(sql.raw(statement).execute(requests)).rejects.toMatchObject({ code: '42501' })
  })

  test('is no superuser and cannot bypass policies', async () => {
    const { rows } = await sql`select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles
      where rolname = current_user`.execute(requests)
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false }])
  })
})

describe('the scope', () => {
  const shopOf = (asked: Kysely<DB>) =>
    sql<{ shop: string | null }>`select nullif(current_setting('oto.shop', true), '') as shop`
      .execute(asked)
      .then(({ rows }) => rows[0]?.shop)

  test('ends with its transaction, on the same connection', async () => {
    const mine = scopeToShop(requests, owner.id)
    expect(await shopOf(mine)).toBe(String(owner.id))
    expect(await shopOf(requests)).toBeNull()
    await mine.transaction().execute(async (trx) => expect(await shopOf(trx)).toBe(String(owner.id)))
    await expect(mine.transaction().execute(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await Promise.all(Array.from({ length: 30 }, () => shopOf(requests)))).toEqual(
      Array.from({ length: 30 }, () => null),
    )
  })

  test('the scopes of simultaneous requests do not mix', async () => {
    const asked = Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? owner.id : other.id))
    expect(await Promise.all(asked.map((shop) => shopOf(scopeToShop(requests, shop))))).toEqual(
      asked.map(String),
    )
  })

  test('the connection continues after a statement that fails, with the statement’s own error', async () => {
    const mine = scopeToShop(requests, owner.id)
    for (let round = 0; round < 20; round++) {
      await expect(sql`select 1 / 0`.execute(mine)).rejects.toMatchObject({ code: '22012' })
      expect(await count(mine, 'kayit')).toBe(1)
    }
  })

  test('a change outside a transaction is stored when its promise resolves', async () => {
    const mine = scopeToShop(requests, owner.id)
    const row = { operation: 'stored', target_id: null, shop_id: owner.id, created_at: new Date() }
    for (let round = 0; round < 20; round++) {
      const key = `k${round}`
      await mine
        .insertInto('idempotency_keys')
        .values({ ...row, key })
        .execute()
      expect(await db.selectFrom('idempotency_keys').where('key', '=', key).select('key').execute()).toEqual([
        { key },
      ])
    }
  })

  test('an aborted statement is cancelled, and its connection goes on', async () => {
    const mine = scopeToShop(requests, owner.id)
    const aborted = new AbortController()
    const running = mine
      .selectFrom('kayit')
      .select(sql`pg_sleep(30)`.as('slept'))
      .execute({ signal: aborted.signal, inflightQueryAbortStrategy: 'cancel query' })
    setTimeout(() => aborted.abort(new Error('stop')), 200)
    await expect(running).rejects.toThrow('stop')
    await expect
      .poll(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and query like '%pg_sleep(30)%' and state = 'active'
            and pid <> pg_backend_pid()`.execute(db)
        return rows.length
      })
      .toBe(0)
    expect(await count(mine, 'kayit')).toBe(1)
  })
})
