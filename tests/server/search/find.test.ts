import { beforeEach, describe, expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import { deleteKayit } from '#server/kayit/operations.ts'
import { findEverywhere } from '#server/search/operations.ts'
import { maskedNumber } from '#shared/personal-data/rules.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { list, save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const VIN = 'WVWZZZ1JZ3W386752'
const TAX = '10000000146'
type Info = NonNullable<NonNullable<Parameters<typeof save>[1]>['info']>

let ctx: UserCtx
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db))
})

const add = async (info: Info) => (await save(ctx, { info })).id
const find = (q: string) => findEverywhere(ctx, { q })
const plates = async (q: string) => (await find(q)).vehicles.items.map(({ plate }) => plate)
const customers = async (q: string) => (await find(q)).customers.items.map(({ name }) => name)
const records = async (q: string) => (await find(q)).records.items.map(({ id }) => id)
const NOTHING = { vehicles: { items: [] }, customers: { items: [] }, records: { items: [] } }

test('one search finds the car, its customer and their records', async () => {
  const car = { plaka: '34 ABC 123', sasi_no: VIN, arac_marka: 'VW', arac_model: 'Golf' }
  const person = { musteri_adi_soyadi: 'Ayşe Abc', musteri_tel: '0532 123 45 67', tc_vergino: TAX }
  const open = await add({ ...car, ...person, giris_tarihi: '2026-01-05', durum: 'Devam Ediyor' })
  const done = { durum: 'Tamamlandı', giris_tarihi: '2026-03-05', cikis_tarihi: '2026-03-06' }
  const last = await add({ ...car, ...person, ...done })
  const record = {
    plate: '34 ABC 123',
    vin: VIN,
    customer: 'Ayşe Abc',
    phone: '0532 123 45 67',
  }
  expect(await find('abc')).toEqual({
    vehicles: {
      items: [
        {
          id: expect.any(Number),
          plate: '34 ABC 123',
          vin: VIN,
          make: 'VW',
          model: 'Golf',
          customer: 'Ayşe Abc',
          last_day: '2026-03-05',
          is_open: true,
        },
      ],
    },
    customers: {
      items: [
        {
          id: expect.any(Number),
          name: 'Ayşe Abc',
          phone: '0532 123 45 67',
          tax_no: maskedNumber(TAX),
          visits: 2,
          last_day: '2026-03-05',
        },
      ],
    },
    records: {
      items: [
        { ...record, id: last, day: '2026-03-05', durum: 'Tamamlandı' },
        { ...record, id: open, day: '2026-01-05', durum: 'Devam Ediyor' },
      ],
    },
  })
})

test('less than two characters find nothing', async () => {
  await add({ plaka: '34 A 1', musteri_adi_soyadi: 'Aa' })
  expect([await find(''), await find('a'), await find('3')]).toEqual([NOTHING, NOTHING, NOTHING])
  expect(await find('yok')).toEqual(NOTHING)
})

describe('cars', () => {
  test('cars are found by any part of plate and chassis number, and by the words of make and model', async () => {
    await add({
      plaka: '34 İST 34',
      arac_marka: 'Volkswagen',
      arac_model: 'Golf',
      giris_tarihi: '2026-01-01',
    })
    await add({ plaka: '06 B 77', sasi_no: VIN, arac_marka: 'Şahin', giris_tarihi: '2026-01-02' })
    expect(await plates('ist34')).toEqual(['34 İST 34'])
    expect(await plates('1jz3w')).toEqual(['06 B 77'])
    expect(await plates('golf volks')).toEqual(['34 İST 34'])
    expect(await plates('ŞAHİN')).toEqual(['06 B 77'])
    expect(await plates('golf şahin')).toEqual([])
    expect([await plates('%%'), await plates('__')]).toEqual([[], []])
  })

  test('at most five cars are found, the newest first, but before them the one with exactly this plate', async () => {
    await add({ plaka: '34 A 10', giris_tarihi: '2020-01-01' })
    for (let number = 10; number < 17; number++)
      await add({ plaka: `34 A 10${number}`, giris_tarihi: `2026-01-${number}` })
    expect(await plates('34a1')).toEqual([16, 15, 14, 13, 12].map((number) => `34 A 10${number}`))
    expect(await plates('34 a 10')).toEqual(['34 A 10', ...[16, 15, 14, 13].map((n) => `34 A 10${n}`)])
  })

  test('cars are found with the customer of the last visit, without those whose records are all deleted', async () => {
    const first = await add({ plaka: '34 A 10', musteri_adi_soyadi: 'Eski', giris_tarihi: '2026-01-01' })
    const done = { durum: 'Tamamlandı', giris_tarihi: '2026-02-01', cikis_tarihi: '2026-02-02' }
    const second = await add({ plaka: '34 A 10', musteri_adi_soyadi: 'Yeni', ...done })
    await deleteKayit(ctx, { kayit_id: first })
    const [car] = (await find('34a10')).vehicles.items
    expect(car).toMatchObject({ customer: 'Yeni', last_day: '2026-02-01', is_open: false })
    await deleteKayit(ctx, { kayit_id: second })
    expect(await find('34a10')).toEqual(NOTHING)
  })

  test('one that was merged into another is found as that one, with both their visits', async () => {
    await add({ plaka: '34 A 10', musteri_adi_soyadi: 'Eski', giris_tarihi: '2026-01-01' })
    await add({ plaka: '34 B 20', musteri_adi_soyadi: 'Yeni', giris_tarihi: '2026-02-01' })
    const cars = await db
      .selectFrom('vehicle')
      .where('shop_id', '=', ctx.actor.shop)
      .select(['id', 'plate'])
      .execute()
    const idOf = (plate: string) => cars.find((car) => car.plate === plate)?.id ?? 0
    await db
      .updateTable('vehicle')
      .set({ merged_into: idOf('34 A 10') })
      .where('id', '=', idOf('34 B 20'))
      .execute()
    expect(await plates('34b20')).toEqual(['34 A 10'])
    expect((await find('34a10')).vehicles.items).toMatchObject([{ id: idOf('34 A 10'), customer: 'Yeni' }])
  })
})

describe('customers', () => {
  test('customers are found by the words of the name in any order, by phone and tax number from four digits on', async () => {
    await add({ musteri_adi_soyadi: 'Hüseyin Sarı', musteri_tel: '0 (532) 123 45 67', plaka: '34 A 1' })
    await add({ musteri_adi_soyadi: 'Hüseyin Kara', tc_vergino: TAX, plaka: '34 A 2' })
    expect(await customers('sarı hüseyin')).toEqual(['Hüseyin Sarı'])
    for (const q of ['0532 1', '+90 532 123 45 67', '1234567'])
      expect(await customers(q)).toEqual(['Hüseyin Sarı'])
    expect(await customers(TAX)).toEqual(['Hüseyin Kara'])
    expect(await customers('532')).toEqual([])
  })

  test('at most five customers are found, those that came last', async () => {
    for (let number = 1; number < 8; number++)
      await add({
        musteri_adi_soyadi: `Can ${number}`,
        plaka: `34 A ${number}`,
        giris_tarihi: `2026-01-0${number}`,
      })
    expect(await customers('can')).toEqual(['Can 7', 'Can 6', 'Can 5', 'Can 4', 'Can 3'])
  })
})

describe('records', () => {
  test('the search finds the same records as the search of the list, the newest first', async () => {
    for (let number = 1; number < 8; number++)
      await add({ musteri_adi_soyadi: `Işık ${number}`, giris_tarihi: `2026-01-0${number}` })
    await add({ musteri_adi_soyadi: 'Başka', plaka: '06 X 1' })
    const newest = (await list(ctx, { q: 'ışık', sort: 'giris_tarihi', dir: 'desc' })).items
    expect(await records('ışık')).toEqual(newest.slice(0, 5).map(({ kayit_id }) => kayit_id))
  })

  test('the record with this number comes first, also with a # before it', async () => {
    let id = 0
    // A one-digit number is too short for a search without the #.
    while (id < 10) id = await add({ plaka: '06 X 1', giris_tarihi: '2020-01-01' })
    const plate = `34 A ${id}`
    const newer = await add({ plaka: plate, giris_tarihi: '2026-01-01' })
    expect(await records(`#${id}`)).toEqual([id])
    expect((await records(String(id))).slice(0, 2)).toEqual([id, newer])
    expect(await records('9'.repeat(16))).toEqual([])
    await deleteKayit(ctx, { kayit_id: id })
    expect(await records(`#${id}`)).toEqual([])
  })
})

describe('a kind without a match', () => {
  test('names without their Turkish marks are found, and marked so', async () => {
    await add({ musteri_adi_soyadi: 'Hasan Öztürk', plaka: '34 A 1' })
    const found = await find('ozturk hasan')
    expect(found).toMatchObject({ customers: { similar: true }, records: { similar: true } })
    expect(await customers('ozturk')).toEqual(['Hasan Öztürk'])
    expect((await find('öztürk')).customers).not.toHaveProperty('similar')
  })

  test('similar hits are offered also for two letters', async () => {
    await add({ musteri_adi_soyadi: 'Öz Kan', plaka: '34 A 1' })
    expect(await customers('oz')).toEqual(['Öz Kan'])
    expect(await customers('öz kn')).toEqual([])
  })

  test('a hit of the same kind suffices', async () => {
    await add({ musteri_adi_soyadi: 'Ozturk', plaka: '34 A 1' })
    await add({ musteri_adi_soyadi: 'Öztürk', plaka: '34 A 2' })
    expect(await customers('ozturk')).toEqual(['Ozturk'])
  })
})

test('other shops find nothing of it, not even by a number', async () => {
  const id = await add({ plaka: '34 A 1', musteri_adi_soyadi: 'Öztürk', musteri_tel: '05321234567' })
  const other = userCtx(db, await buildUser(db))
  for (const q of ['34a1', 'öztürk', 'ozturk', '05321234567', `#${id}`])
    expect(await findEverywhere(other, { q })).toEqual(NOTHING)
})

test('each word may be in another field where nothing matches as a whole', async () => {
  const car = { plaka: '34 ABC 123', sasi_no: VIN, arac_marka: 'VW', arac_model: 'Golf' }
  const id = await add({ ...car, musteri_adi_soyadi: 'Ayşe Yılmaz', musteri_tel: '0532 111 22 33' })
  await add({ plaka: '06 XYZ 7', musteri_adi_soyadi: 'Ayşe Işık', musteri_tel: '0533 111 22 33' })
  expect(await plates('golf 34-abc')).toEqual(['34 ABC 123'])
  expect(await customers('ayşe 5321112233')).toEqual(['Ayşe Yılmaz'])
  expect(await records('34 abc 123 yılmaz')).toEqual([id])
  expect(await find('golf 06 xyz')).toEqual(NOTHING)
})

test('a number sign names a record, and no part of a plate or a phone', async () => {
  const id = await add({ plaka: '34 ABC 123', musteri_tel: '0532 111 22 33' })
  await add({ plaka: `34 A ${id}34` })
  const found = await find(`#${id}`)
  expect(found.records.items.map((record) => record.id)).toEqual([id])
  expect(await find(`#${id}34`)).toEqual(NOTHING)
  expect(found.vehicles.items).toEqual([])
})
