import { type Kysely, sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import { mergeLinked } from '#server/directory/merge.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { eraseCustomer } from '#server/personal-data/erase.ts'
import { eraseAbsentCustomers, saveRetention } from '#server/personal-data/retention.ts'
import { ERASED_CUSTOMER_NAME } from '#shared/personal-data/rules.ts'
import { testDatabase, waitersIn } from '#tests/support/database/database.ts'
import { dumpOf, hitsOf } from '#tests/support/database/dump.ts'
import { buildUser, TEST_NOW, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { info, linksOf, NAME, WORDS } from '#tests/support/rows/personal-data.ts'

const db = await testDatabase()
/** The lock that the paused transactions wait for. */
const GATE = 20_261_199

/** Inserts that pause their transaction: a save after its car and customer, a merge and an erasure with all locks. */
const PAUSED = { kayit: 'true', change: "new.verb = 'merge'", erasure: 'true' }

beforeAll(async () => {
  await sql`create function wait_at_gate() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${sql.lit(GATE)}); return new; end $$`.execute(db)
  for (const [table, when] of Object.entries(PAUSED))
    await sql`create trigger gate before insert on ${sql.table(table)} for each row
      when (${sql.raw(when)}) execute function wait_at_gate()`.execute(db)
})

let ctx: UserCtx
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db))
})

/**
 * Runs the first transaction until it waits at the gate, then the second until it waits too, and opens the gate.
 * Returns both outcomes.
 */
async function race<A, B>(first: () => Promise<A>, second: () => Promise<B>) {
  return db.connection().execute(async (gate: Kysely<DB>) => {
    await sql`select pg_advisory_lock(${GATE})`.execute(gate)
    const running: Promise<unknown>[] = []
    try {
      const one = first()
      running.push(one)
      await expect.poll(() => waitersIn(db), { timeout: 10_000, interval: 10 }).toBe(1)
      const other = second()
      running.push(other)
      await expect.poll(() => waitersIn(db), { timeout: 10_000, interval: 10 }).toBe(2)
      await sql`select pg_advisory_unlock(${GATE})`.execute(gate)
      return await Promise.allSettled([one, other])
    } finally {
      await sql`select pg_advisory_unlock_all()`.execute(gate)
      await Promise.allSettled(running)
    }
  })
}

const erase = (id: number) => eraseCustomer(ctx, { id, reason: 'request' })
const DONE = { status: 'fulfilled' }

/** Counts the shop's rows that contain one of the words. */
async function hits(words: readonly string[] = WORDS) {
  const dump = await dumpOf(db)
  const own = [...dump].map(([name, rows]): [string, string[]] => [
    name,
    rows.filter((row) => row.includes(`"shop_id":${ctx.actor.shop},`)),
  ])
  return hitsOf(new Map(own), words)
}

async function stored(more: Partial<typeof info> = {}) {
  const { id } = await save(ctx, { info: { ...info, ...more } })
  return { id, ...(await linksOf(db, id)) }
}

describe('an erasure and a save of the same customer', () => {
  test('a record that is stored during the erasure is erased too', async () => {
    const { customer_id } = await stored()
    const results = await race(
      () => save(ctx, { info }),
      () => erase(customer_id),
    )
    expect(results).toMatchObject([DONE, { ...DONE, value: { records: 2 } }])
    expect(await hits()).toEqual({})
  })

  test('a car that is stored during the erasure is erased too', async () => {
    const { customer_id } = await stored()
    const results = await race(
      () => save(ctx, { info: { ...info, plaka: '34 KNR 988', sasi_no: '' } }),
      () => erase(customer_id),
    )
    expect(results).toMatchObject([DONE, { ...DONE, value: { records: 2, vehicles: 2 } }])
    expect(await hits([...WORDS, '34 KNR 988', '34KNR988'])).toEqual({})
  })

  test('a save after the erasure makes a new customer and a new car', async () => {
    const before = await stored()
    const { customer_id, vehicle_id } = before
    const results = await race(
      () => erase(customer_id),
      () => save(ctx, { info, customer_id, vehicle_id }),
    )
    expect(results).toMatchObject([DONE, DONE])
    expect(await hits()).toEqual({ kayit: 1, customer: 1, vehicle: 1, change: 1 })
    const [record] = await db
      .selectFrom('kayit')
      .where('shop_id', '=', ctx.actor.shop)
      .where('musteri_adi_soyadi', '=', NAME)
      .select(['customer_id', 'vehicle_id'])
      .execute()
    expect(record?.customer_id).not.toBe(customer_id)
    expect(record?.vehicle_id).not.toBe(vehicle_id)
  })

  test('a change of an erased record from an older form is refused', async () => {
    const { id, customer_id } = await stored()
    const change = { id, version: 1, info: { aciklama: 'eski-adres' } }
    const results = await race(
      () => erase(customer_id),
      () => save(ctx, change),
    )
    expect(results).toMatchObject([DONE, { status: 'rejected', reason: { code: 'CONFLICT' } }])
    expect(await hits()).toEqual({})
  })
})

describe('an erasure and a merge', () => {
  const second = {
    musteri_adi_soyadi: 'Kanarya Hanım',
    musteri_tel: '',
    tc_vergino: '',
    plaka: '34 KNR 988',
    sasi_no: '',
  }
  const words = [...WORDS, '34 KNR 988', '34KNR988']

  test.each(['root', 'part'] as const)('an erasure of the %s during a merge erases both', async (which) => {
    const [root, part] = [(await stored()).customer_id, (await stored(second)).customer_id]
    const results = await race(
      () => mergeLinked(ctx, 'customer', { id: part, into: root }),
      () => erase(which === 'root' ? root : part),
    )
    expect(results).toMatchObject([DONE, { ...DONE, value: { records: 2 } }])
    expect(await hits(words)).toEqual({})
  })

  test('a merge after the erasure is refused', async () => {
    const [root, part] = [(await stored()).customer_id, (await stored(second)).customer_id]
    const results = await race(
      () => erase(root),
      () => mergeLinked(ctx, 'customer', { id: part, into: root }),
    )
    expect(results).toMatchObject([DONE, { status: 'rejected', reason: { code: 'INVALID' } }])
    expect(await hits(['Hanım'])).toMatchObject({ customer: 1, kayit: 1 })
  })
})

test('the erasures of the last two customers of a car empty its numbers', async () => {
  const { customer_id } = await stored()
  const buyer = await stored({ musteri_adi_soyadi: 'Veli Alıcı', musteri_tel: '', tc_vergino: '' })
  const results = await race(
    () => erase(customer_id),
    () => erase(buyer.customer_id),
  )
  expect(results).toMatchObject([DONE, { ...DONE, value: { vehicles: 1, shared_vehicles: 0 } }])
  expect(await hits([...WORDS, 'Veli'])).toEqual({})
})

describe('the retention', () => {
  const old = { giris_tarihi: '2010-01-02', kayit_tarihi: '2010-01-02' }
  const visit = { ...info, giris_tarihi: '2026-11-20' }

  test('keeps a customer whose visit falls between the choice and the erasure', async () => {
    await save(ctx, { info: { ...info, ...old } })
    await save(ctx, { info: { ...old, musteri_adi_soyadi: 'Gerçekten Eski', plaka: '06 A 1234' } })
    await saveRetention(ctx, { change_months: 24, anonymise_years: 10 })
    const results = await race(
      () => save(ctx, { info: visit }),
      () => eraseAbsentCustomers(db, TEST_NOW),
    )
    expect(results).toMatchObject([DONE, { ...DONE, value: 1 }])
    expect(await hits(['Gerçekten'])).toEqual({})
    expect(await hits([NAME])).toMatchObject({ kayit: 2, customer: 1 })
  })

  test('a visit after the retention makes a new customer', async () => {
    const { id, customer_id } = await stored(old)
    await saveRetention(ctx, { change_months: 24, anonymise_years: 10 })
    const results = await race(
      () => eraseAbsentCustomers(db, TEST_NOW),
      () => save(ctx, { info: visit, customer_id }),
    )
    expect(results).toMatchObject([{ ...DONE, value: 1 }, DONE])
    expect(await hits([NAME])).toMatchObject({ kayit: 1, customer: 1 })
    const record = await db
      .selectFrom('kayit')
      .where('id', '=', id)
      .select(['customer_id', 'musteri_adi_soyadi'])
      .executeTakeFirst()
    expect(record).toEqual({ customer_id, musteri_adi_soyadi: ERASED_CUSTOMER_NAME })
  })
})

test('an erasure in a deadlock is repeated', async () => {
  const { id, customer_id } = await stored()
  const erased = await db.transaction().execute(async (trx) => {
    // PostgreSQL aborts the transaction that detects the deadlock first; this one checks late.
    await sql`set local deadlock_timeout = '20s'`.execute(trx)
    await sql`select id from customer where id = ${customer_id} for update`.execute(trx)
    const erasing = erase(customer_id)
    await expect.poll(() => waitersIn(db), { timeout: 10_000, interval: 10 }).toBe(1)
    const [, counts] = await Promise.all([
      sql`update kayit set aciklama = 'eski-adres' where id = ${id}`.execute(trx).then(() => 'written'),
      Promise.race([erasing, Promise.resolve(null)]),
    ])
    expect(counts).toBeNull()
    return { erasing }
  })
  expect(await erased.erasing).toMatchObject({ records: 1 })
  expect(await hits()).toEqual({})
})

test('simultaneous saves, merges and erasures leave no text of an erased customer, and no deadlock refuses one', async () => {
  for (let round = 0; round < 8; round++) {
    const { customer_id, vehicle_id } = await stored()
    const other = await stored({ musteri_adi_soyadi: `Kanarya ${round}`, plaka: `34 KNR 10${round}` })
    const results = await Promise.allSettled([
      save(ctx, { info, customer_id, vehicle_id }),
      save(ctx, { info: { ...info, plaka: `34 KNR 20${round}`, sasi_no: '' } }),
      mergeLinked(ctx, 'customer', { id: other.customer_id, into: customer_id }),
      erase(customer_id),
      save(ctx, { info: { ...info, arac_model: `Model ${round}` } }),
      erase(other.customer_id),
    ])
    // The only refusals are those of merges after an erasure.
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    for (const reason of refused) expect(reason).toMatchObject({ code: 'INVALID' })
    const left = await db
      .selectFrom('kayit')
      .innerJoin('customer', 'customer.id', 'kayit.customer_id')
      .leftJoin('change', (join) => join.onRef('change.target_id', '=', 'kayit.id').on('noun', '=', 'kayit'))
      .where('kayit.shop_id', '=', ctx.actor.shop)
      .where('erased_at', 'is not', null)
      .where((eb) =>
        eb.or([
          eb('musteri_adi_soyadi', '<>', ERASED_CUSTOMER_NAME),
          eb('name', '<>', ERASED_CUSTOMER_NAME),
          eb('musteri_tel', '<>', ''),
          eb('change.title', '<>', ''),
        ]),
      )
      .select('kayit.id')
      .execute()
    expect(left).toEqual([])
  }
})
