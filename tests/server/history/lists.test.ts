import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import type { UserCtx } from '#server/platform/core/context.ts'
import { listCustomers } from '#server/customer/list.ts'
import { deleteKayit } from '#server/kayit/operations.ts'
import { listVehicles } from '#server/vehicle/list.ts'
import { customerListInput } from '#shared/customer/schema.ts'
import { vehicleListInput } from '#shared/vehicle/schema.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const VIN = 'WVWZZZ1JZ3W386752'
const AYSE = { musteri_adi_soyadi: 'Ayşe Öztürk', musteri_tel: '0532 123 45 67', tc_vergino: '10000000146' }
const ALI = { musteri_adi_soyadi: 'Ali Su', musteri_tel: '0533 765 43 21' }
const GOLF = { plaka: '34 ABC 123', sasi_no: VIN, arac_marka: 'VW', arac_model: 'Golf', model_yili: 2003 }
const items = (lira: number) => [{ islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: lira * 100 }]

let ctx: UserCtx
let open: number
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db))
  const done = { durum: 'Tamamlandı', cikis_tarihi: '2026-01-06' }
  await save(ctx, { info: { ...GOLF, ...AYSE, ...done, giris_tarihi: '2026-01-05' }, islemler: items(100) })
  open = (await save(ctx, { info: { ...GOLF, ...ALI, giris_tarihi: '2026-03-05' }, islemler: items(50) })).id
  await save(ctx, { info: { plaka: '06 XYZ 7', ...AYSE, giris_tarihi: '2026-02-01' }, islemler: items(300) })
  await save(userCtx(db, await buildUser(db)), { info: { ...GOLF, ...AYSE } })
})

const cars = (query: z.input<typeof vehicleListInput> = {}) =>
  listVehicles(ctx, z.parse(vehicleListInput, query))
const customers = (query: z.input<typeof customerListInput> = {}) =>
  listCustomers(ctx, z.parse(customerListInput, query))
const plates = async (query: z.input<typeof vehicleListInput>) =>
  (await cars(query)).items.map(({ plate }) => plate)
const names = async (query: z.input<typeof customerListInput>) =>
  (await customers(query)).items.map(({ name }) => name)

describe('the list of cars', () => {
  test('has each car once, that of the last visit first, with that visit’s customer and the open work', async () => {
    expect(await cars()).toEqual({
      total: 2,
      items: [
        {
          id: expect.any(Number),
          plate: '34 ABC 123',
          vin: VIN,
          make: 'VW',
          model: 'Golf',
          model_year: 2003,
          visits: 2,
          total_kurus: 15_000,
          last_day: '2026-03-05',
          customer_name: 'Ali Su',
          customer_phone: '0533 765 43 21',
          open_kayit_id: open,
        },
        expect.objectContaining({ plate: '06 XYZ 7', visits: 1, customer_name: 'Ayşe Öztürk' }),
      ],
    })
  })

  test('is found by plate, chassis number, make and model, and sorted in both directions', async () => {
    expect(await plates({ q: '34abc' })).toEqual(['34 ABC 123'])
    expect(await plates({ q: 'zzz1j' })).toEqual(['34 ABC 123'])
    expect(await plates({ q: 'golf vw' })).toEqual(['34 ABC 123'])
    expect(await plates({ q: 'Ayşe' })).toEqual([])
    expect(await plates({ sort: 'plate', dir: 'asc' })).toEqual(['06 XYZ 7', '34 ABC 123'])
    expect(await plates({ sort: 'total', dir: 'desc' })).toEqual(['06 XYZ 7', '34 ABC 123'])
    expect(await plates({ sort: 'visits', dir: 'desc' })).toEqual(['34 ABC 123', '06 XYZ 7'])
    expect(await plates({ sort: 'name', dir: 'desc' })).toEqual(['34 ABC 123', '06 XYZ 7'])
    expect(await plates({ page: 2 })).toEqual([])
  })

  test('a car without a record that counts is missing', async () => {
    await deleteKayit(ctx, { kayit_id: open })
    expect((await cars()).items).toMatchObject([{ plate: '06 XYZ 7' }, { plate: '34 ABC 123', visits: 1 }])
    const { items: records } = await customers({ q: 'Ali Su' })
    expect(records).toEqual([])
  })
})

describe('the list of customers', () => {
  test('has each customer once with the cars, the last one first', async () => {
    const { items, total } = await customers()
    expect(total).toBe(2)
    expect(items).toEqual([
      {
        id: expect.any(Number),
        name: 'Ali Su',
        phone: '0533 765 43 21',
        visits: 1,
        total_kurus: 5_000,
        last_day: '2026-03-05',
        cars: [{ id: expect.any(Number), plate: '34 ABC 123', name: 'VW Golf' }],
        car_count: 1,
      },
      expect.objectContaining({
        name: 'Ayşe Öztürk',
        total_kurus: 40_000,
        cars: [
          { id: expect.any(Number), plate: '06 XYZ 7', name: '' },
          { id: expect.any(Number), plate: '34 ABC 123', name: 'VW Golf' },
        ],
        car_count: 2,
      }),
    ])
  })

  test('is found by words in any order, phone and tax number, else without Turkish marks', async () => {
    expect(await names({ q: 'öztürk ayşe' })).toEqual(['Ayşe Öztürk'])
    expect(await names({ q: '532 123' })).toEqual(['Ayşe Öztürk'])
    expect(await names({ q: '10000000146' })).toEqual(['Ayşe Öztürk'])
    expect(await customers({ q: 'ozturk' })).toMatchObject({ similar: true, total: 1 })
    expect(await customers({ q: 'nobody' })).toEqual({ items: [], total: 0 })
    expect(await customers({ q: '\u0301\uFE0F' })).toEqual({ items: [], total: 0 })
    expect(await names({ sort: 'name', dir: 'asc' })).toEqual(['Ali Su', 'Ayşe Öztürk'])
    expect(await names({ sort: 'total', dir: 'desc' })).toEqual(['Ayşe Öztürk', 'Ali Su'])
  })
})
