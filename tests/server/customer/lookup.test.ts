import { beforeEach, expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import { recountVisits } from '#server/directory/visit-totals.ts'
import { lookupCustomers } from '#server/customer/list.ts'
import { deleteKayit } from '#server/kayit/operations.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const VIN = 'WVWZZZ1JZ3W386752'
type Info = NonNullable<NonNullable<Parameters<typeof save>[1]>['info']>

let ctx: UserCtx
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db))
})

const add = async (info: Info) => (await save(ctx, { info })).id
const lookup = async (q: string) => (await lookupCustomers(ctx, { q })).customers
const names = async (q: string) => (await lookup(q)).map(({ name }) => name)
const all = async (...queries: string[]) => Promise.all(queries.map(names))

test('a customer has their phone, tax number, last visit and cars, the last one first', async () => {
  const ayse = { musteri_adi_soyadi: 'Ayşe Işık', musteri_tel: '0532 123 45 67', tc_vergino: '10000000146' }
  await add({ ...ayse, plaka: '34 A 1000', giris_tarihi: '2026-01-05' })
  await add({
    ...ayse,
    plaka: '06 XYZ 7',
    sasi_no: VIN,
    arac_marka: 'VW',
    arac_model: 'Golf',
    model_yili: 2003,
    motor_no: 'AXR',
    giris_tarihi: '2026-03-05',
  })
  const id = expect.any(Number)
  const none = { vin: '', make: '', model: '', model_year: null, engine_no: '' }
  expect(await lookup('Ayşe')).toEqual([
    {
      id,
      name: 'Ayşe Işık',
      phone: '0532 123 45 67',
      tax_no: '10000000146',
      last_day: '2026-03-05',
      cars: [
        { id, plate: '06 XYZ 7', vin: VIN, make: 'VW', model: 'Golf', model_year: 2003, engine_no: 'AXR' },
        { id, plate: '34 A 1000', ...none },
      ],
    },
  ])
})

test('at most three cars are named, those of the last visits', async () => {
  const ayse = { musteri_adi_soyadi: 'Ayşe', musteri_tel: '0532 123 45 67' }
  for (const day of [1, 4, 2, 3])
    await add({ ...ayse, plaka: `34 A 100${day}`, giris_tarihi: `2026-01-0${day}` })
  const [found] = await lookup('ayşe')
  expect(found?.cars.map(({ plate }) => plate)).toEqual(['34 A 1004', '34 A 1003', '34 A 1002'])
})

test('names are found by the beginnings of their words, in any order and case, from the second character on', async () => {
  for (const [index, musteri_adi_soyadi] of ['IŞIL ÇİÇEK', 'İsmail Işık', 'Ali Su'].entries())
    await add({ musteri_adi_soyadi, plaka: `34 A 100${index}`, giris_tarihi: `2026-01-0${index + 1}` })
  expect(await all('ış', 'İS', 'çi', 'ışık İSM', 'ismail ş', 'şık', 'i', ' ', '%%', '__')).toEqual([
    ['İsmail Işık', 'IŞIL ÇİÇEK'],
    ['İsmail Işık', 'IŞIL ÇİÇEK'],
    ['IŞIL ÇİÇEK'],
    ['İsmail Işık'],
    [],
    [],
    [],
    [],
    [],
    [],
  ])
})

test('names that match only without Turkish marks follow', async () => {
  await add({ musteri_adi_soyadi: 'Öztürk Ayşe', plaka: '34 A 1000', giris_tarihi: '2026-03-01' })
  await add({ musteri_adi_soyadi: 'Ayse Ozturk', plaka: '34 A 1001', giris_tarihi: '2026-01-01' })
  expect(await all('ayse oz', 'öztürk')).toEqual([
    ['Ayse Ozturk', 'Öztürk Ayşe'],
    ['Öztürk Ayşe', 'Ayse Ozturk'],
  ])
})

test('a phone is found by its beginning, however it is stored and typed', async () => {
  const phones = ['0532 123 45 67', '+90 (532) 123-45-68', '5321234569', '0312 532 12 34', '444 12 34']
  for (const [index, musteri_tel] of phones.entries())
    await add({ musteri_adi_soyadi: `Ad ${index}`, musteri_tel, plaka: `34 A 100${index}` })
  const mobiles = ['Ad 2', 'Ad 1', 'Ad 0']
  expect(await all('0532', '532 12', '+90 532', '0 (532) 123 45 67', '444', '0', '00', '90')).toEqual([
    mobiles,
    mobiles,
    mobiles,
    ['Ad 0'],
    ['Ad 4'],
    [],
    [],
    [],
  ])
  expect(await names('05')).toEqual(mobiles)
})

test('at most eight customers are named, the newest visit first', async () => {
  for (const day of [11, 19, 12, 18, 13, 17, 14, 16, 15])
    await add({ musteri_adi_soyadi: `Ali ${day}`, plaka: `34 A 10${day}`, giris_tarihi: `2026-01-${day}` })
  expect(await names('al')).toEqual([19, 18, 17, 16, 15, 14, 13, 12].map((day) => `Ali ${day}`))
})

test('a merged customer is not named, and the visits count for the main customer', async () => {
  const first = { musteri_adi_soyadi: 'Ayşe Işık', musteri_tel: '0532 123 45 67', plaka: '34 A 1000' }
  await add({ ...first, giris_tarihi: '2026-03-01' })
  await add({ musteri_adi_soyadi: 'Ayşe I.', plaka: '34 A 1001', giris_tarihi: '2026-01-01' })
  const [old, root] = await lookup('ay')
  await db
    .updateTable('customer')
    .set({ merged_into: root?.id ?? 0 })
    .where('id', '=', old?.id ?? 0)
    .execute()
  await recountVisits(ctx, 'customer', [old?.id ?? 0])
  const found = await lookup('ay')
  expect(found).toMatchObject([{ name: 'Ayşe I.', last_day: '2026-03-01' }])
  expect(found[0]?.cars.map(({ plate }) => plate)).toEqual(['34 A 1000', '34 A 1001'])
})

test('deleted records and other shops are not named', async () => {
  await deleteKayit(ctx, { kayit_id: await add({ musteri_adi_soyadi: 'Ayşe', plaka: '34 A 1000' }) })
  expect(await names('ay')).toEqual([])
  await add({ musteri_adi_soyadi: 'Ayşe', musteri_tel: '0532 123 45 67', plaka: '34 A 1001' })
  const kept = await add({ musteri_adi_soyadi: 'Ayşe', musteri_tel: '0532 123 45 67', plaka: '34 A 1002' })
  await deleteKayit(ctx, { kayit_id: kept })
  expect((await lookup('ay'))[0]?.cars.map(({ plate }) => plate)).toEqual(['34 A 1001'])
  const other = userCtx(db, await buildUser(db))
  expect((await lookupCustomers(other, { q: 'ay' })).customers).toEqual([])
})
