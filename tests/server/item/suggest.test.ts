import { beforeEach, expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import { deletePrice } from '#server/item/prices.ts'
import { deleteKayit } from '#server/kayit/operations.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { item, price, suggested } from '#tests/support/rows/items.ts'
import { save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()

let ctx: UserCtx
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db))
})

const add = (islemler: ReturnType<typeof item>[], info: { plaka?: string; giris_tarihi?: string } = {}) =>
  save(ctx, { info, islemler })
const names = async (q: string) => (await suggested(ctx, { q })).map(({ name }) => name)

test('a name is suggested with its last price, quantity and day', async () => {
  await add([item('Balata', 1250, 2)], { giris_tarihi: '2026-02-02' })
  expect(await suggested(ctx, { q: 'bal' })).toEqual([
    {
      name: 'Balata',
      price_kurus: 125_000,
      quantity: 2,
      source: 'used',
      last_day: '2026-02-02',
      car_day: null,
    },
  ])
})

test('a use or an entry of the list at ₺0 hides no known price, and is suggested itself', async () => {
  await add([item('Balata', 500), item('Balon', 30)], { giris_tarihi: '2026-02-02' })
  await add([item('Balata', 0), item('Bal', 0)], { giris_tarihi: '2026-03-03' })
  await price(ctx, { name: 'Balon', price_kurus: 0 })
  const prices = (await suggested(ctx, { q: 'bal' })).map(({ name, price_kurus }) => [name, price_kurus])
  expect(new Map(prices as [string, number][])).toEqual(
    new Map([
      ['Balata', 50_000],
      ['Bal', 0],
      ['Balon', 3_000],
    ]),
  )
})

test('names are found by the beginning of any word: the name’s own first, Turkish letters before plain ones', async () => {
  await add(
    ['Arka fren balatası', 'Balata', 'Işık ayarı', 'İsim', 'Ön ışık', 'Kobalt boya'].map((it) => item(it)),
  )
  expect(await names('bal')).toEqual(['Balata', 'Arka fren balatası'])
  expect(await names('is')).toEqual(['İsim', 'Işık ayarı', 'Ön ışık'])
  expect(await names('IŞ')).toEqual(['Işık ayarı', 'Ön ışık', 'İsim'])
  expect(await names('ba fr')).toEqual(['Arka fren balatası'])
})

test('names are suggested from the second character on, and none for signs', async () => {
  await add([item('Balata'), item('%%')])
  expect(await names('b')).toEqual([])
  expect(await names(' b ')).toEqual([])
  expect(await names('%%')).toEqual([])
  expect(await names('ba')).toEqual(['Balata'])
})

test('frequent and recent names come first, at most eight', async () => {
  for (let count = 0; count < 4; count++) await add([item('Yağ eski')], { giris_tarihi: '2023-01-01' })
  await add([item('Yağ sık'), item('Yağ sık')], { giris_tarihi: '2026-11-20' })
  await add([item('Yağ az')], { giris_tarihi: '2026-11-20' })
  expect(await names('ya')).toEqual(['Yağ sık', 'Yağ az', 'Yağ eski'])
  await add(Array.from({ length: 9 }, (_, index) => item(`Yağ ${index}`)))
  expect(await names('ya')).toHaveLength(8)
})

test('the price list comes first, and its price wins', async () => {
  await add([item('Balata', 900, 4), item('Balans', 50), item('Balans', 50)], { giris_tarihi: '2026-11-20' })
  const { id } = await price(ctx, { name: 'BALATA', price_kurus: 100_000, quantity: 2 })
  await price(ctx, { name: 'Ön balata takımı', price_kurus: 150_000 })
  expect(await suggested(ctx, { q: 'bal' })).toMatchObject([
    { name: 'BALATA', price_kurus: 100_000, quantity: 2, source: 'list', last_day: '2026-11-20' },
    { name: 'Ön balata takımı', price_kurus: 150_000, quantity: 1, source: 'list', last_day: null },
    { name: 'Balans', price_kurus: 5_000, source: 'used' },
  ])
  await deletePrice(ctx, { id })
  expect((await suggested(ctx, { q: 'bal' }))[2]).toMatchObject({ name: 'Balata', price_kurus: 90_000 })
})

test('an earlier use on the same car is named with its day, but not that of the record itself', async () => {
  const { id } = await add([item('Balata')], { plaka: '34 ABC 1', giris_tarihi: '2026-02-02' })
  await add([item('Balata')], { plaka: '06 XYZ 2', giris_tarihi: '2026-03-03' })
  const onCar = async (plate: string, kayit_id = 0) =>
    (await suggested(ctx, { q: 'bal', plate, kayit_id }))[0]?.car_day
  expect(await onCar('34abc1')).toBe('2026-02-02')
  expect(await onCar('34 ABC 1', id)).toBeNull()
  expect(await onCar('34 ABC 99')).toBeNull()
  expect(await onCar('')).toBeNull()
  await deleteKayit(ctx, { kayit_id: id })
  expect(await onCar('34abc1')).toBeNull()
})

test('another shop’s names, prices and cars are not found', async () => {
  await add([item('Balata')], { plaka: '34 ABC 1', giris_tarihi: '2026-02-02' })
  await price(ctx, { name: 'Balans', price_kurus: 1 })
  const other = userCtx(db, await buildUser(db))
  expect(await suggested(other, { q: 'bal' })).toEqual([])
  await save(other, { islemler: [item('Balata')] })
  expect(await suggested(other, { q: 'bal', plate: '34 ABC 1' })).toMatchObject([{ car_day: null }])
})
