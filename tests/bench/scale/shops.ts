import { Kysely, sql } from 'kysely'

import { recountVisits } from '#server/directory/visit-totals.ts'
import { startEmbedded } from '#server/platform/db/embedded/server.ts'
import { MAINTENANCE_LIMITS } from '#server/platform/db/limits.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { createPool, type PoolTarget } from '#server/platform/db/pool.ts'
import { SafePostgresDialect } from '#server/platform/db/postgres-dialect.ts'
import { allowRequests, createRequestRole, REQUEST_ROLE } from '#server/platform/db/request-role.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { recountTotals } from '#server/stats/recount.ts'
import { buildUser, type TestUser } from '#tests/support/rows/factories.ts'
import { copyShop, fillShop } from '#tests/support/rows/many-shops.ts'

import { named, say } from '#tests/bench/report.ts'

import { fillMoney } from './money.ts'

/** The numbers of records of the measured shops, in one database with many others. */
export const SIZES = [1_000, 10_000, 100_000] as const
const SHOPS = 1_000
const RECORDS = 1_000_000
/** The days of ten years, in which all shops worked: the largest one has 27 records a day. */
const DAYS = 3_650
/** The share of second jobs, which makes three items a record on average. */
const SECOND_JOBS = 0.33
/** The number of records of each other shop. */
const USUAL = Math.round((RECORDS - SIZES.reduce((sum, size) => sum + size, 0)) / (SHOPS - SIZES.length))
/** The number of shops that one statement fills. */
const BATCH = 50

type Scale = AsyncDisposable & { target: PoolTarget; db: Kysely<DB>; users: TestUser[] }

/**
 * Opens the database of a thousand shops with a million records in `dataDir`. The first call makes it, which takes half
 * an hour; later calls measure the same one. `few` omits the other thousand shops.
 */
export async function openScale(dataDir: string, { few }: { few: boolean }): Promise<Scale> {
  const server = await startEmbedded({ dataDir })
  const pool = createPool(server.target, MAINTENANCE_LIMITS)
  const db = new Kysely<DB>({ dialect: new SafePostgresDialect(pool, MAINTENANCE_LIMITS) })
  const close = async () => {
    await db.destroy()
    await server.stop()
  }
  try {
    await migrateToLatest(db)
    await createRequestRole(db, { password: server.target.password, isGuarded: true })
    await allowRequests(db, REQUEST_ROLE)
    const found = await measuredShops(db)
    const isFilled = found.length === SIZES.length
    const users = isFilled ? found : await fill(db, few)
    if (isFilled) await timed('the shops as they were before the last run', () => removeSaved(db, users))
    return { target: server.target, db, users, [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}

const nameOf = (size: number) => `shop-of-${size}`

/** Returns the shops that an earlier run filled completely. */
async function measuredShops(db: Kysely<DB>): Promise<TestUser[]> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('shops', 'shops.id', 'users.id')
    .where('username', 'in', SIZES.map(nameOf))
    .where('license_type', '=', FILLED)
    .select(['users.id', 'auth', 'username'])
    .execute()
  const users = SIZES.map((size) => rows.find(({ username }) => username === nameOf(size)))
  return users.flatMap((user) => (user === undefined ? [] : [{ ...user, password: '' }]))
}

const FILLED = 'filled'

/** Removes the records that an earlier run saved, which would let small shops and their searches grow with each run. */
async function removeSaved(db: Kysely<DB>, users: readonly TestUser[]): Promise<void> {
  for (const [index, { id: shop }] of users.entries()) {
    const own = db.selectFrom('kayit').where('shop_id', '=', shop)
    const last = own
      .orderBy('id')
      .offset((SIZES[index] ?? 0) - 1)
      .limit(1)
      .select('id')
    const saved = await db
      .deleteFrom('kayit')
      .where('shop_id', '=', shop)
      .where('id', '>', last)
      .returning(['id', 'vehicle_id', 'customer_id'])
      .execute()
    const expenses = await db
      .deleteFrom('expense')
      .where('shop_id', '=', shop)
      .where('title', 'like', 'Ölçüm %')
      .returning('id')
      .execute()
    for (const [noun, rows] of Object.entries({ kayit: saved, expense: expenses }))
      await sql`delete from change where shop_id = ${shop} and noun = ${noun}
        and target_id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(db)
    for (const name of ['customer', 'vehicle'] as const) {
      const ids = [...new Set(saved.flatMap((row) => row[`${name}_id`] ?? []))]
      await recountVisits({ db, actor: { shop } }, name, ids)
      await db
        .deleteFrom(name)
        .where('shop_id', '=', shop)
        .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
        .where('visits', '=', 0)
        .execute()
    }
    await recountTotals(db, shop)
    // A database of an earlier version has no payments.
    await fillMoney(db, shop)
  }
  await tidy(db)
}

/**
 * Vacuums, and builds the index of unpaid records anew: filling pays all records at once, which leaves an index of empty
 * pages that a shop's own vacuum reuses, and its size decides the plan.
 */
async function tidy(db: Kysely<DB>): Promise<void> {
  await sql`vacuum analyze`.execute(db)
  await sql`reindex index kayit_owed`.execute(db)
}

async function fill(db: Kysely<DB>, few: boolean): Promise<TestUser[]> {
  if (!few) await timed('the other shops', () => fillOthers(db))
  const users: TestUser[] = []
  for (const size of SIZES) {
    const user = await buildUser(db, { username: nameOf(size) })
    await timed(`a shop of ${named(size)} records`, async () => {
      await fillShop(db, user.id, { records: size, days: DAYS, secondJobs: SECOND_JOBS })
      await fillMoney(db, user.id)
    })
    users.push(user)
  }
  await timed('vacuum and analyze', () => tidy(db))
  await db
    .updateTable('shops')
    .set({ license_type: FILLED })
    .where(
      'id',
      'in',
      users.map(({ id }) => id),
    )
    .execute()
  return users
}

/** Drops the n-gram indexes while rows are inserted, because filling them row by row takes most of the time. */
async function fillOthers(db: Kysely<DB>): Promise<void> {
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = current_schema() and indexdef like '% USING gin %'`.execute(db)
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db)
  const { id: model } = await buildUser(db)
  await fillShop(db, model, { records: USUAL, days: DAYS, secondJobs: SECOND_JOBS })
  const others: number[] = []
  for (let shop = SIZES.length + 1; shop < SHOPS; shop++) others.push((await buildUser(db)).id)
  for (let at = 0; at < others.length; at += BATCH) await copyShop(db, model, others.slice(at, at + BATCH))
  for (const { definition } of indexes) await sql.raw(definition).execute(db)
}

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const started = performance.now()
  await work()
  say(`Made ${what} in ${((performance.now() - started) / 1_000).toFixed(0)} s.`)
}
