import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { seedRecords } from '#server/commands/demo/seed.ts'
import { buildIndexes, createIndexesWithin, type WantedIndexes } from '#server/platform/db/indexes.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'
import { open, testDatabaseTarget } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

const target = await testDatabaseTarget()
const db = open(target)
const other = open(target)
afterAll(async () => {
  await db.destroy()
  await other.destroy()
})

/** Enough rows for a build of some seconds, at 1 ms a row. */
const ROWS = 1_000
const SLOW = '(shop_id, slowly(musteri_adi_soyadi))'

beforeAll(async () => {
  const { id } = await buildUser(db)
  await sql`create function slowly(name text) returns text language plpgsql immutable as
    'begin perform pg_sleep(0.001); return name; end'`.execute(db)
  await sql`grant execute on function slowly to public`.execute(db)
  await seedRecords(db, { shopId: id, seed: 1, count: ROWS, today: '2026-11-20' })
})

const wanted = (name: string, as = SLOW): WantedIndexes => ({
  present: [{ create: name, on: 'kayit', as }],
  absent: [],
})

async function stateOf(name: string) {
  const { rows } = await sql<{ oid: number; isValid: boolean }>`
    select indexrelid::int as oid, indisvalid as "isValid" from pg_index
    where indexrelid = to_regclass(${name})`.execute(other)
  return rows[0]
}

/** Returns the process ids of the servers that build an index now. */
async function builders(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_progress_create_index where datname = current_database()`.execute(other)
  return rows.map(({ pid }) => pid)
}

async function untilBuilding(): Promise<void> {
  await expect.poll(builders, { timeout: 60_000, interval: 5 }).toHaveLength(1)
}

/** Waits until other sessions see the index: a server reports its build before it has committed the index's row. */
async function untilThere(name: string) {
  await expect.poll(() => stateOf(name), { timeout: 60_000, interval: 5 }).toBeDefined()
  return stateOf(name)
}

/** Saves one record after another while `work` runs; returns the longest wait, in ms, and the number of saves. */
async function saveBeside(work: Promise<unknown>): Promise<{ longest: number; saves: number }> {
  const owner = userCtx(other, await buildUser(other))
  const over = new AbortController()
  const ended = work.finally(() => over.abort())
  await untilBuilding()
  let [longest, saves] = [0, 0]
  for (; !over.signal.aborted; saves++) {
    const began = performance.now()
    await save(owner, { info: { musteri_adi_soyadi: `Kayıt ${saves}` } })
    longest = Math.max(longest, performance.now() - began)
  }
  await ended
  return { longest, saves }
}

describe('an index of a big table', { timeout: 300_000 }, () => {
  test('a replacing index is complete before the old one is removed', async () => {
    await sql`create index kayit_old on kayit (shop_id, km_bilgisi)`.execute(db)
    const building = buildIndexes(db, { ...wanted('kayit_new'), absent: ['kayit_old'] })
    await untilBuilding()
    expect(await stateOf('kayit_old')).toMatchObject({ isValid: true })
    await building
    expect(await stateOf('kayit_old')).toBeUndefined()
    expect(await stateOf('kayit_new')).toMatchObject({ isValid: true })
    await sql`drop index kayit_new`.execute(db)
  })

  test('the printed command builds an index that exceeds the time limit of pgbouncer’s role', async () => {
    const pooled = open({ ...target, pgbouncer: true })
    onTestFinished(() => pooled.destroy())
    const database = sql.id(target.database ?? '')
    await sql`alter database ${database} set statement_timeout = '200ms'`.execute(db)
    onTestFinished(
      async () => void (await sql`alter database ${database} reset statement_timeout`.execute(db)),
    )
    const index = wanted('kayit_printed')
    const refused: unknown = await buildIndexes(pooled, index).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StartupError)
    const printed = /çalıştırmalı: (.*)$/.exec(String(refused))?.[1] ?? ''
    for (const statement of printed.split(';').filter((one) => one.trim() !== ''))
      await sql.raw(statement).execute(db)
    expect(await stateOf('kayit_printed')).toMatchObject({ isValid: true })
    await buildIndexes(pooled, index)
    await sql`drop index kayit_printed`.execute(db)
  })

  test('saves continue during a build, unlike during a plain one', async () => {
    const beside = await saveBeside(buildIndexes(db, wanted('kayit_beside')))
    expect(await stateOf('kayit_beside')).toMatchObject({ isValid: true })
    await sql`drop index kayit_beside`.execute(db)
    const plain = await saveBeside(sql`create index kayit_plain on kayit ${sql.raw(SLOW)}`.execute(db))
    await sql`drop index kayit_plain`.execute(db)
    expect(beside.saves).toBeGreaterThan(10 * plain.saves)
    expect(beside.longest).toBeLessThan(plain.longest / 2)
  })

  test('a build that was interrupted leaves an invalid index, which the next start builds again', async () => {
    const building = buildIndexes(db, wanted('kayit_cut')).catch((error: unknown) => error)
    await untilThere('kayit_cut')
    const [pid = 0] = await builders()
    await sql`select pg_terminate_backend(${pid})`.execute(other)
    expect(await building).toBeInstanceOf(Error)
    const left = await stateOf('kayit_cut')
    expect(left).toMatchObject({ isValid: false })
    await buildIndexes(db, wanted('kayit_cut'))
    const built = await stateOf('kayit_cut')
    expect(built).toMatchObject({ isValid: true })
    expect(built?.oid).not.toBe(left?.oid)
  })

  test('a start waits for the build of a panel that has ended, and begins no other', async () => {
    const going = sql`create index concurrently kayit_orphan on kayit ${sql.raw(SLOW)}`.execute(other)
    await untilBuilding()
    const begun = await untilThere('kayit_orphan')
    await buildIndexes(db, wanted('kayit_orphan'))
    await going
    expect(await stateOf('kayit_orphan')).toEqual({ oid: begun?.oid, isValid: true })
  })

  test('one of two instances builds the index, and both continue when it is there', async () => {
    const both = Promise.all([
      buildIndexes(db, wanted('kayit_both')),
      buildIndexes(other, wanted('kayit_both')),
    ])
    await untilBuilding()
    const begun = await untilThere('kayit_both')
    await both
    expect(await stateOf('kayit_both')).toEqual({ oid: begun?.oid, isValid: true })
  })

  test('an existing index stays, and an unwanted one is removed', async () => {
    const quick = wanted('kayit_quick', '(shop_id, km_bilgisi)')
    await buildIndexes(db, quick)
    const built = await stateOf('kayit_quick')
    await buildIndexes(db, quick)
    expect(await stateOf('kayit_quick')).toEqual(built)
    await buildIndexes(db, { present: [], absent: ['kayit_quick'] })
    expect(await stateOf('kayit_quick')).toBeUndefined()
    await buildIndexes(db, { present: [], absent: ['kayit_quick'] })
  })

  test('a unique index over rows that are not unique ends each start', async () => {
    const unique: WantedIndexes = {
      present: [{ create: 'kayit_unique', on: 'kayit', as: '(shop_id)', unique: true }],
      absent: [],
    }
    for (let start = 0; start < 2; start++)
      await expect(buildIndexes(db, unique)).rejects.toMatchObject({ code: '23505' })
    await buildIndexes(db, { present: [], absent: ['kayit_unique'] })
  })

  test('a restore builds indexes in its transaction', async () => {
    const quick = wanted('kayit_within', '(shop_id, km_bilgisi)')
    await db.transaction().execute(async (trx) => createIndexesWithin(trx, quick))
    expect(await stateOf('kayit_within')).toMatchObject({ isValid: true })
  })
})
