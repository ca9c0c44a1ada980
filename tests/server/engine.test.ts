// Features that the operations need of every engine. A difference fails here before it fails in an operation.
import { AbortedTransactionError, type Insertable, type Kysely, sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'

import { storeShop } from '#server/auth/accounts.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'
import { pendingMigrations } from '#server/platform/db/migrate.ts'
import type { DB } from '#server/platform/db/schema.ts'

import { testDatabase } from '#tests/support/database/database.ts'

const db = await testDatabase()
let owner = 0
let last = 0

async function addUser(values: { username_key?: string; email_key?: string } = {}): Promise<number> {
  const name = `user${++last}`
  const owner = {
    username: name,
    username_key: name,
    email: '',
    email_key: '',
    password_hash: 'x',
    ...values,
  }
  return (await db.transaction().execute((trx) => storeShop(trx, { owner }))).id
}

async function addKayit(values: Partial<Insertable<DB['kayit']>> = {}, on: Kysely<DB> = db): Promise<number> {
  const empty = Object.fromEntries(TEXTS.map((name) => [name, ''])) as Record<(typeof TEXTS)[number], string>
  const numbers = { islem_sayisi: 0, toplam_kurus: 0, km_bilgisi: null, model_yili: null }
  const days = { giris_tarihi: null, cikis_tarihi: null, kayit_tarihi: '2026-03-29', day: '2026-03-29' }
  const kayit = {
    ...empty,
    ...numbers,
    ...days,
    shop_id: owner,
    musteri_adi_soyadi: 'A',
    plaka: '34A1',
    ...values,
  }
  return (await on.insertInto('kayit').values(kayit).returning('id').executeTakeFirstOrThrow()).id
}

const TEXTS = [
  ...([
    'musteri_tel',
    'musteri_talebi',
    'sasi_no',
    'arac_marka',
    'arac_model',
    'motor_no',
    'tc_vergino',
  ] as const),
  ...([
    'aciklama',
    'durum',
    'search_name',
    'search_vehicle',
    'customer_sort_key',
    'vin_sort_key',
    'plate_sort_key',
    'status_sort_key',
  ] as const),
]

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'no error',
    (error: Error & { code?: string }) => error.code ?? error.message,
  )
}

async function countRecords(): Promise<number> {
  const query = db.selectFrom('kayit').select((eb) => eb.fn.countAll<number>().as('n'))
  return (await query.where('shop_id', '=', owner).executeTakeFirstOrThrow()).n
}

beforeEach(async () => {
  owner = await addUser()
})

it('the schema is current', async () => {
  expect(await pendingMigrations(db)).toEqual([])
})

describe('stored values', () => {
  it('text with every awkward character is read back unchanged', async () => {
    const text = `İı'"\\ $1 %_ ; -- {} ? :x\n€🚗`
    const id = await addKayit({ aciklama: text })
    const find = db
      .selectFrom('kayit')
      .select('aciklama')
      .where('shop_id', '=', owner)
      .where('aciklama', '=', text)
    expect(await find.where('id', '=', id).execute()).toEqual([{ aciklama: text }])
  })

  it('days are read as text, instants as Date, bytes as bytes, and no value as null', async () => {
    const at = new Date('2026-03-29T00:30:00.123Z')
    await db
      .insertInto('logo')
      .values({ shop_id: owner, png: Buffer.from([0, 92, 120, 255]), width: 1, height: 1 })
      .execute()
    await db
      .updateTable('shops')
      .set({ license_end_date: '2026-03-29', closed_at: at })
      .where('id', '=', owner)
      .execute()
    const logo = await db
      .selectFrom('logo')
      .select('png')
      .where('shop_id', '=', owner)
      .executeTakeFirstOrThrow()
    const shop = db.selectFrom('shops').select(['license_end_date', 'closed_at']).where('id', '=', owner)
    expect(Buffer.from(logo.png)).toEqual(Buffer.from([0, 92, 120, 255]))
    expect(await shop.execute()).toEqual([{ license_end_date: '2026-03-29', closed_at: at }])
    await db
      .updateTable('shops')
      .set({ license_end_date: null, closed_at: null })
      .where('id', '=', owner)
      .execute()
    expect(await shop.execute()).toEqual([{ license_end_date: null, closed_at: null }])
  })

  it('kuruş, their sums and counts are read as numbers, and the sum of nothing as null', async () => {
    await addKayit({ toplam_kurus: 99_999_999_999, day: '2026-01-01' })
    await addKayit({ toplam_kurus: 1, day: '2026-01-31' })
    await addKayit({ toplam_kurus: 5, day: '2026-02-01' })
    const sums = (from: string, to: string) =>
      db
        .selectFrom('kayit')
        .select((eb) => [
          eb.fn.sum<number | null>('toplam_kurus').as('sum'),
          eb.fn.countAll<number>().as('n'),
        ])
        .where('shop_id', '=', owner)
        .where('day', '>=', from)
        .where('day', '<', to)
        .executeTakeFirstOrThrow()
    expect(await sums('2026-01-01', '2026-02-01')).toEqual({ sum: 100_000_000_000, n: 2 })
    expect(await sums('2020-01-01', '2020-02-01')).toEqual({ sum: null, n: 0 })
  })
})

describe('queries', () => {
  it('empty days come first in both directions when asked, and pages do not overlap', async () => {
    const days = ['2026-02-01', null, '2026-01-01', null, '2026-02-01']
    for (const giris_tarihi of days) await addKayit({ giris_tarihi })
    const page = (direction: 'asc' | 'desc', offset: number) =>
      db
        .selectFrom('kayit')
        .select('giris_tarihi')
        .where('shop_id', '=', owner)
        .orderBy('giris_tarihi', (order) => order[direction]().nullsFirst())
        .orderBy('id')
        .limit(3)
        .offset(offset)
        .execute()
    const read = async (direction: 'asc' | 'desc') =>
      [...(await page(direction, 0)), ...(await page(direction, 3))].map((row) => row.giris_tarihi)
    expect(await read('asc')).toEqual([null, null, '2026-01-01', '2026-02-01', '2026-02-01'])
    expect(await read('desc')).toEqual([null, null, '2026-02-01', '2026-02-01', '2026-01-01'])
  })

  it('sort keys are ordered by their characters, not by a language', async () => {
    for (const customer_sort_key of ['b', 'B', 'a', 'ab', 'Z', '1']) await addKayit({ customer_sort_key })
    const query = db.selectFrom('kayit').select('customer_sort_key').where('shop_id', '=', owner)
    const keys = (await query.orderBy('customer_sort_key').execute()).map((row) => row.customer_sort_key)
    expect(keys).toEqual(engineOrder(['b', 'B', 'a', 'ab', 'Z', '1']))
  })

  it('rows can be grouped', async () => {
    const values = [{ durum: 'A', toplam_kurus: 2 }, { durum: 'B' }, { durum: 'A', toplam_kurus: 3 }]
    for (const value of values) await addKayit(value)
    const groups = db
      .selectFrom('kayit')
      .select((eb) => [
        'durum',
        eb.fn.countAll<number>().as('n'),
        eb.fn.sum<number>('toplam_kurus').as('sum'),
      ])
      .where('shop_id', '=', owner)
      .groupBy('durum')
      .orderBy('n', 'desc')
    expect(await groups.execute()).toEqual([
      { durum: 'A', n: 2, sum: 5 },
      { durum: 'B', n: 1, sum: 0 },
    ])
  })

  it('an update returns how many rows it changed', async () => {
    await addKayit()
    await addKayit()
    const update = db.updateTable('kayit').set({ durum: 'X' }).where('shop_id', '=', owner)
    expect(await update.executeTakeFirst()).toEqual(expect.objectContaining({ numUpdatedRows: 2n }))
    expect(await update.where('id', '=', -1).executeTakeFirst()).toEqual(
      expect.objectContaining({ numUpdatedRows: 0n }),
    )
    const gone = await db.deleteFrom('kayit').where('shop_id', '=', owner).executeTakeFirst()
    expect(gone.numDeletedRows).toBe(2n)
  })
})

/** Sorts ASCII keys in byte order. */
const engineOrder = (keys: string[]) => keys.sort()

describe('rules of the schema', () => {
  it.for<[code: string, rule: string, work: () => Promise<unknown>]>([
    ['23505', 'a name once', () => addUser({ username_key: 'user1' })],
    ['23503', 'an owner', () => addKayit({ shop_id: 987_654 })],
    ['23514', 'a range', () => addKayit({ model_yili: 1 })],
    ['23514', 'a day of these centuries', () => addKayit({ giris_tarihi: '1066-10-14' })],
    ['23502', 'a value', () => addKayit({ search_name: null as never })],
  ])('%s: %s', async ([code, , work]) => {
    expect(await codeOf(work())).toBe(code)
  })

  it('a duplicate is reported by its column, and the name of a deleted user is free again', async () => {
    const id = await addUser({ username_key: 'ayşe', email_key: 'a@b' })
    const name = await addUser({ username_key: 'ayşe' }).catch((error: unknown) => error)
    expect([isUniqueViolation(name, 'username_key'), isUniqueViolation(name, 'email_key')]).toEqual([
      true,
      false,
    ])
    const email = await addUser({ email_key: 'a@b' }).catch((error: unknown) => error)
    expect([isUniqueViolation(email, 'username_key'), isUniqueViolation(email, 'email_key')]).toEqual([
      false,
      true,
    ])
    await db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', id).execute()
    expect(await codeOf(addUser({ username_key: 'ayşe', email_key: 'a@b' }))).toBe('no error')
  })

  it('the items of a record are deleted with it', async () => {
    const kayit_id = await addKayit()
    const item = {
      shop_id: owner,
      kayit_id,
      position: 0,
      islem_adi: 'Yağ',
      islem_adi_upper: 'YAĞ',
      islem_adet: 1,
      fiyat_kurus: 1,
    }
    await db.insertInto('islem').values(item).execute()
    await db.deleteFrom('kayit').where('shop_id', '=', owner).where('id', '=', kayit_id).execute()
    expect(await db.selectFrom('islem').select('id').where('shop_id', '=', owner).execute()).toEqual([])
  })

  it('an insert with on conflict updates the stored row', async () => {
    const key = { shop_id: owner, key: 'k', operation: 'o', target_id: 1, created_at: new Date() }
    const insert = () =>
      db
        .insertInto('idempotency_keys')
        .values(key)
        .onConflict((oc) => oc.doNothing())
    expect((await insert().executeTakeFirst()).numInsertedOrUpdatedRows).toBe(1n)
    expect((await insert().executeTakeFirst()).numInsertedOrUpdatedRows).toBe(0n)
  })
})

describe('a transaction', () => {
  it('a transaction that throws undoes everything', async () => {
    const work = db.transaction().execute(async (trx) => {
      await addKayit({}, trx)
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await countRecords()).toBe(0)
  })

  it('a transaction refuses statements after a failed one and is not acknowledged', async () => {
    const work = db.transaction().execute(async (trx) => {
      await addKayit({}, trx)
      expect(await codeOf(addKayit({ model_yili: 1 }, trx))).toBe('23514')
      expect(await codeOf(sql`select 1`.execute(trx))).toBe('25P02')
    })
    await expect(work).rejects.toThrow(AbortedTransactionError)
    expect(await countRecords()).toBe(0)
  })

  it('a transaction continues from a savepoint', async () => {
    const trx = await db.startTransaction().execute()
    await addKayit({}, trx)
    const saved = await trx.savepoint('before').execute()
    await addKayit({}, saved)
    await codeOf(addKayit({ model_yili: 1 }, saved))
    const back = await saved.rollbackToSavepoint('before').execute()
    await addKayit({}, back)
    await back.commit().execute()
    expect(await countRecords()).toBe(2)
  })
})
