import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'

import type { UserCtx } from '#server/platform/core/context.ts'
import { mergeLinked } from '#server/directory/merge.ts'
import { getCustomer } from '#server/history/details.ts'
import { listCustomers, lookupCustomers } from '#server/customer/list.ts'
import { earlierVisits } from '#server/history/earlier.ts'
import { listVisits } from '#server/history/visits.ts'
import { findEverywhere } from '#server/search/operations.ts'
import { getVehicle } from '#server/history/details.ts'
import { listVehicles, lookupVehicles } from '#server/vehicle/list.ts'
import { customerListInput } from '#shared/customer/schema.ts'
import { vehicleListInput } from '#shared/vehicle/schema.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

/* A shop's year, played through: what each page, list, suggestion and search then shows. */

const db = await testDatabase()
const VIN = 'WVWZZZ1JZ3W386752'
const OTHER_VIN = 'VF1RFB00X57123456'
const AYSE = { musteri_adi_soyadi: 'Ayşe Işık', musteri_tel: '0532 123 45 67' }
const ALI = { musteri_adi_soyadi: 'Ali Su', musteri_tel: '0533 765 43 21' }
type Info = NonNullable<NonNullable<Parameters<typeof save>[1]>['info']>

let ctx: UserCtx
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db))
})

const visit = async (day: string, info: Info) =>
  (await save(ctx, { info: { durum: 'Tamamlandı', cikis_tarihi: day, giris_tarihi: day, ...info } })).id
const cars = async () =>
  (await listVehicles(ctx, z.parse(vehicleListInput, { sort: 'last_day', dir: 'asc' }))).items
const customers = async () =>
  (await listCustomers(ctx, z.parse(customerListInput, { sort: 'name', dir: 'asc' }))).items
const visitDays = async (id = 0) =>
  (await listVisits(ctx, 'vehicle', { id, page: 1 })).visits.map(({ day }) => day)
const suggested = async (q: string) => (await lookupVehicles(ctx, { q })).vehicles

test('a plate that changed hands: two cars, the newer one is suggested, each page has its own visits', async () => {
  await visit('2025-01-10', { plaka: '34 ABC 123', sasi_no: VIN, arac_marka: 'VW', ...AYSE })
  await visit('2026-02-10', { plaka: '34 ABC 123', sasi_no: OTHER_VIN, arac_marka: 'Renault', ...ALI })
  const [golf, clio] = await cars()
  expect([golf?.make, clio?.make]).toEqual(['VW', 'Renault'])
  expect([await visitDays(golf?.id), await visitDays(clio?.id)]).toEqual([['2025-01-10'], ['2026-02-10']])
  expect(await suggested('34 abc 123')).toMatchObject([
    { make: 'Renault', customer: { name: 'Ali Su' } },
    { make: 'VW', customer: { name: 'Ayşe Işık' } },
  ])
  // The next visit without a chassis number belongs to the car that has the plate now.
  const next = await visit('2026-03-10', { plaka: '34abc123', ...ALI })
  expect(await earlierVisits(ctx, { kayit_ids: [next] })).toMatchObject([{ vehicle_id: clio?.id, visits: 1 }])
})

test('a car that changed its plate: one car with the new plate, found by both, which names the earlier one', async () => {
  await visit('2025-01-10', { plaka: '34 ABC 123', sasi_no: VIN, km_bilgisi: 80_000, ...AYSE })
  await visit('2026-02-10', { plaka: '06 XYZ 7', sasi_no: VIN, km_bilgisi: 95_000, ...AYSE })
  const [car, ...others] = await cars()
  expect(others).toEqual([])
  expect(await getVehicle(ctx, { id: car?.id ?? 0 })).toMatchObject({
    plate: '06 XYZ 7',
    km: 95_000,
    earlier_plates: [{ plate: '34 ABC 123', last_day: '2025-01-10' }],
  })
  expect(await visitDays(car?.id)).toEqual(['2026-02-10', '2025-01-10'])
  expect(await suggested(VIN)).toMatchObject([{ plate: '06 XYZ 7' }])
  const { records } = await findEverywhere(ctx, { q: '34 abc 123' })
  expect(records.items).toMatchObject([{ plate: '34 ABC 123' }])
})

test('a car whose new plate came without a chassis number is joined by hand, and both plates go on being known', async () => {
  await visit('2025-01-10', { plaka: '34 ABC 123', ...AYSE })
  await visit('2026-02-10', { plaka: '06 XYZ 7', ...AYSE })
  const [old, now] = await cars()
  await mergeLinked(ctx, 'vehicle', { id: old?.id ?? 0, into: now?.id ?? 0 })
  expect(await cars()).toMatchObject([{ plate: '06 XYZ 7', visits: 2 }])
  const next = await visit('2026-03-10', { plaka: '34 ABC 123', ...AYSE })
  expect(await earlierVisits(ctx, { kayit_ids: [next] })).toMatchObject([{ vehicle_id: now?.id, visits: 2 }])
  expect(await cars()).toMatchObject([{ plate: '06 XYZ 7', visits: 3 }])
})

test('two customers with one phone stay two, each with their own visits', async () => {
  const shared = AYSE.musteri_tel
  await visit('2026-01-10', { plaka: '34 ABC 123', ...AYSE })
  await visit('2026-02-10', { plaka: '34 ABC 123', musteri_adi_soyadi: 'Ali Işık', musteri_tel: shared })
  await visit('2026-03-10', { plaka: '34 ABC 123', ...AYSE })
  expect(await customers()).toMatchObject([
    { name: 'Ali Işık', visits: 1 },
    { name: 'Ayşe Işık', visits: 2 },
  ])
  const found = (await lookupCustomers(ctx, { q: '0532 123' })).customers
  expect(found.map(({ name }) => name)).toEqual(['Ayşe Işık', 'Ali Işık'])
  const [car] = await cars()
  expect((await getVehicle(ctx, { id: car?.id ?? 0 })).customers).toMatchObject([
    { name: 'Ayşe Işık', last_day: '2026-03-10' },
    { name: 'Ali Işık', last_day: '2026-02-10' },
  ])
})

test('one customer with three cars has one row, and one page with three cars and all visits', async () => {
  await visit('2026-01-10', { plaka: '34 A 1000', ...AYSE })
  await visit('2026-02-10', { plaka: '34 A 1001', ...AYSE })
  await visit('2026-03-10', { plaka: '34 A 1002', ...AYSE })
  await visit('2026-04-10', { plaka: '34 A 1000', ...AYSE })
  const [ayse, ...others] = await customers()
  expect(others).toEqual([])
  expect(ayse).toMatchObject({ visits: 4, car_count: 3, last_day: '2026-04-10' })
  const page = await getCustomer(ctx, { id: ayse?.id ?? 0 })
  expect(page.cars).toMatchObject([
    { plate: '34 A 1000', visits: 2 },
    { plate: '34 A 1002', visits: 1 },
    { plate: '34 A 1001', visits: 1 },
  ])
  const { customers: found } = await lookupCustomers(ctx, { q: 'ayşe ı' })
  expect(found).toMatchObject([{ name: 'Ayşe Işık', cars: [{}, {}, {}] }])
})
