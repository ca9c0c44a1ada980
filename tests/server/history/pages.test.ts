import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import type { UserCtx } from '#server/platform/core/context.ts'
import { mergeLinked, separateLinked } from '#server/directory/merge.ts'
import { getCustomer } from '#server/history/details.ts'
import { listCustomers } from '#server/customer/list.ts'
import { listVisits } from '#server/history/visits.ts'
import { relink } from '#server/kayit/relink.ts'
import { getVehicle } from '#server/history/details.ts'
import { listVehicles, lookupVehicles } from '#server/vehicle/list.ts'
import { customerListInput } from '#shared/customer/schema.ts'
import { vehicleListInput } from '#shared/vehicle/schema.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const VIN = 'WVWZZZ1JZ3W386752'
const AYSE = { musteri_adi_soyadi: 'Ayşe Işık', musteri_tel: '0532 123 45 67' }
const ALI = { musteri_adi_soyadi: 'Ali Su', musteri_tel: '0533 765 43 21' }
const items = (lira: number) => [{ islem_adi: 'Yağ', islem_adet: 2, fiyat_kurus: lira * 50 }]
type Info = NonNullable<NonNullable<Parameters<typeof save>[1]>['info']>

let ctx: UserCtx
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db))
})

const add = async (info: Info, lira = 0) =>
  (await save(ctx, { info, islemler: lira === 0 ? [] : items(lira) })).id
const cars = async () =>
  (await listVehicles(ctx, z.parse(vehicleListInput, { sort: 'plate', dir: 'asc' }))).items
const customers = async () =>
  (await listCustomers(ctx, z.parse(customerListInput, { sort: 'name', dir: 'asc' }))).items
const carAt = async (plate: string) => (await cars()).find((car) => car.plate === plate)?.id ?? 0
const customerAt = async (name: string) => (await customers()).find((one) => one.name === name)?.id ?? 0

describe('the page of a car', () => {
  test('has its facts, its customers, its earlier plates and what it came to each year', async () => {
    const golf = { sasi_no: VIN, arac_marka: 'VW', arac_model: 'Golf' }
    await add({ ...golf, ...AYSE, plaka: '34 ABC 123', km_bilgisi: 80_000, giris_tarihi: '2025-01-01' }, 100)
    await add({ ...golf, ...AYSE, plaka: '34abc123', giris_tarihi: '2025-06-01', durum: 'İptal' }, 70)
    const open = await add(
      { ...golf, ...ALI, plaka: '06 XYZ 7', km_bilgisi: 101_000, giris_tarihi: '2026-01-01' },
      50,
    )
    const id = await carAt('06 XYZ 7')
    expect(await getVehicle(ctx, { id })).toEqual({
      id,
      plate: '06 XYZ 7',
      vin: VIN,
      make: 'VW',
      model: 'Golf',
      model_year: null,
      engine_no: '',
      km: 101_000,
      km_per_year: 21_000,
      customers: [
        { id: await customerAt('Ali Su'), name: 'Ali Su', phone: '0533 765 43 21', last_day: '2026-01-01' },
        {
          id: await customerAt('Ayşe Işık'),
          name: 'Ayşe Işık',
          phone: '0532 123 45 67',
          last_day: '2025-06-01',
        },
      ],
      earlier_plates: [{ plate: '34abc123', last_day: '2025-06-01' }],
      merged: [],
      visits: 3,
      total_kurus: 15_000,
      first_day: '2025-01-01',
      last_day: '2026-01-01',
      open_kayit_id: open,
      upcoming: [],
      years: [
        { year: 2025, visits: 2, total_kurus: 10_000 },
        { year: 2026, visits: 1, total_kurus: 5_000 },
      ],
    })
  })

  test('has its visits with their items, the newest first, and how far it came between them', async () => {
    const car = { plaka: '34 ABC 123', ...AYSE }
    for (let month = 1; month <= 12; month++)
      for (const day of ['01', '15'])
        await add(
          {
            ...car,
            km_bilgisi: month === 11 ? null : 1_000 * month + Number(day),
            giris_tarihi: `2025-${String(month).padStart(2, '0')}-${day}`,
          },
          month,
        )
    const id = await carAt('34 ABC 123')
    const { visits, total } = await listVisits(ctx, 'vehicle', { id, page: 1 })
    expect([visits.length, total]).toEqual([20, 24])
    expect(visits[0]).toMatchObject({
      day: '2025-12-15',
      km: 12_015,
      km_since: 14,
      toplam_kurus: 1_200,
      customer: 'Ayşe Işık',
      islemler: [{ islem_adi: 'Yağ', islem_adet: 2, fiyat_kurus: 600 }],
    })
    expect(visits[1]).toMatchObject({ day: '2025-12-01', km_since: 1_986 })
    expect(visits[2]).toMatchObject({ km: null, km_since: null })
    expect(visits.at(-1)).toMatchObject({ day: '2025-03-01', km_since: 986 })
    const rest = await listVisits(ctx, 'vehicle', { id, page: 2 })
    expect(rest.visits.map(({ day }) => day)).toEqual([
      '2025-02-15',
      '2025-02-01',
      '2025-01-15',
      '2025-01-01',
    ])
    expect(rest.visits.at(-1)).toMatchObject({ km_since: null })
  })

  test('another shop’s car is not found', async () => {
    await add({ plaka: '34 ABC 123', ...AYSE })
    const id = await carAt('34 ABC 123')
    const customer = await customerAt('Ayşe Işık')
    const other = userCtx(db, await buildUser(db))
    const kayit_id = (await save(other)).id
    const refused = { code: 'NOT_FOUND' }
    await expect(getVehicle(other, { id })).rejects.toMatchObject(refused)
    await expect(getCustomer(other, { id: customer })).rejects.toMatchObject(refused)
    await expect(listVisits(other, 'vehicle', { id, page: 1 })).rejects.toMatchObject(refused)
    await expect(mergeLinked(other, 'vehicle', { id, into: id })).rejects.toMatchObject(refused)
    await expect(separateLinked(other, 'customer', { id: customer })).rejects.toMatchObject(refused)
    await expect(relink(other, 'vehicle', { kayit_id, id })).rejects.toMatchObject(refused)
    await expect(relink(ctx, 'customer', { kayit_id, id: customer })).rejects.toMatchObject(refused)
  })
})

describe('merging', () => {
  test('a mistyped plate becomes part of the right car, is found there, and can be separated again', async () => {
    await add({ plaka: '34 ABC 123', ...AYSE, km_bilgisi: 80_000, giris_tarihi: '2026-01-01' }, 100)
    await add({ plaka: '34 ABC 132', ...AYSE, km_bilgisi: 81_000, giris_tarihi: '2026-02-01' }, 50)
    const [id, into] = [await carAt('34 ABC 132'), await carAt('34 ABC 123')]
    expect(await mergeLinked(ctx, 'vehicle', { id, into })).toEqual({ id: into, parts: [] })
    expect(await cars()).toMatchObject([
      { id: into, plate: '34 ABC 123', visits: 2, total_kurus: 15_000, last_day: '2026-02-01' },
    ])
    expect(await getVehicle(ctx, { id })).toMatchObject({
      id: into,
      visits: 2,
      km: 81_000,
      earlier_plates: [{ plate: '34 ABC 132' }],
      merged: [{ id, plate: '34 ABC 132' }],
    })
    expect((await listVisits(ctx, 'vehicle', { id: into, page: 1 })).total).toBe(2)
    expect((await lookupVehicles(ctx, { q: '34abc132' })).vehicles).toMatchObject([
      { id, plate: '34 ABC 132', last: { km: 81_000 } },
    ])
    // The plate is wrong once more: the visit counts for the right car, whose plate stays.
    await add({ plaka: '34 ABC 132', ...AYSE, giris_tarihi: '2026-03-01' }, 1)
    expect(await cars()).toMatchObject([{ plate: '34 ABC 123', visits: 3, total_kurus: 15_100 }])

    await separateLinked(ctx, 'vehicle', { id })
    expect(await cars()).toMatchObject([
      { id: into, visits: 2, total_kurus: 10_100, last_day: '2026-03-01' },
      { id, plate: '34 ABC 132', visits: 1, total_kurus: 5_000, last_day: '2026-02-01' },
    ])
  })

  test('a part of a merged customer follows it, and each can be separated', async () => {
    const three = ['Ayşe Işık', 'Ayşe Işik', 'A. Işık']
    for (const musteri_adi_soyadi of three)
      await add({ plaka: '34 ABC 123', ...AYSE, musteri_adi_soyadi }, 10)
    const [a, b, c] = await Promise.all(three.map(customerAt))
    await mergeLinked(ctx, 'customer', { id: c ?? 0, into: b ?? 0 })
    await mergeLinked(ctx, 'customer', { id: b ?? 0, into: a ?? 0 })
    expect(await customers()).toMatchObject([{ id: a, visits: 3, total_kurus: 3_000, car_count: 1 }])
    expect((await getCustomer(ctx, { id: a ?? 0 })).merged).toHaveLength(2)
    await separateLinked(ctx, 'customer', { id: c ?? 0 })
    expect(await customers()).toMatchObject([
      { id: c, visits: 1 },
      { id: a, visits: 2 },
    ])
    await expect(mergeLinked(ctx, 'customer', { id: b ?? 0, into: a ?? 0 })).rejects.toMatchObject({
      code: 'INVALID',
    })
  })
})

describe('moving a record by hand', () => {
  test('a record moves to a car of its own and back, and to a chosen customer', async () => {
    await add({ plaka: '34 ABC 123', ...AYSE, giris_tarihi: '2026-01-01' }, 100)
    const second = await add({ plaka: '34 ABC 123', ...AYSE, giris_tarihi: '2026-02-01' }, 50)
    const { version } = await save(ctx, { id: second, info: {} })
    const { before, after } = await relink(ctx, 'vehicle', { kayit_id: second })
    expect(await cars()).toMatchObject([
      { plate: '34 ABC 123', visits: 1 },
      { plate: '34 ABC 123', visits: 1 },
    ])
    expect(await relink(ctx, 'vehicle', { kayit_id: second, id: before })).toEqual({
      before: after,
      after: before,
    })
    expect(await cars()).toMatchObject([{ id: before, visits: 2, total_kurus: 15_000 }])

    await add({ plaka: '06 XYZ 7', ...ALI })
    const ali = await customerAt('Ali Su')
    await relink(ctx, 'customer', { kayit_id: second, id: ali })
    expect(await getCustomer(ctx, { id: ali })).toMatchObject({
      visits: 2,
      cars: [{ plate: '06 XYZ 7' }, { id: before }],
    })
    // A save that leaves the record's texts alone keeps the chosen customer.
    await save(ctx, { id: second, info: { aciklama: 'Not' }, version })
    expect(await getCustomer(ctx, { id: ali })).toMatchObject({ visits: 2 })
  })
})
