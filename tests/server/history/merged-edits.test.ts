import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'

import type { UserCtx } from '#server/platform/core/context.ts'
import { mergeLinked, separateLinked } from '#server/directory/merge.ts'
import { rederiveCustomers } from '#server/customer/identify.ts'
import { listVisits } from '#server/history/visits.ts'
import { suggestItems } from '#server/item/suggest.ts'
import { findEverywhere } from '#server/search/operations.ts'
import { listVehicles } from '#server/vehicle/list.ts'
import { purgeOrphans } from '#server/directory/links.ts'
import { relink } from '#server/kayit/relink.ts'
import { rederiveVehicles } from '#server/vehicle/identify.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { vehicleListInput } from '#shared/vehicle/schema.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

/* Records of merged cars and customers that are corrected afterwards. */

const db = await testDatabase()
type Info = NonNullable<NonNullable<Parameters<typeof save>[1]>['info']>

let ctx: UserCtx
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db))
})
// After every test all cars and customers must be counted and described right.
afterEach(async () => {
  const wrong = (await rederiveVehicles(ctx)) + (await rederiveCustomers(ctx))
  if (wrong > 0) throw new Error(`${wrong} cars or customers are counted or described wrong`)
})

async function add(info: Info, lira = 0) {
  const islemler =
    lira === 0 ? [] : [{ islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: Math.round(100 * lira) }]
  const { id } = await save(ctx, { info: { giris_tarihi: '2026-05-05', ...info }, islemler })
  return { id, ...(await linksOf(id)) }
}
async function linksOf(id: number) {
  const row = await db.selectFrom('kayit').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  return { vehicle_id: row.vehicle_id ?? 0, customer_id: row.customer_id ?? 0 }
}
const change = (id: number, info: Info) => save(ctx, { id, info })
const rows = (table: 'vehicle' | 'customer') =>
  db.selectFrom(table).where('shop_id', '=', ctx.actor.shop).orderBy('id').selectAll().execute()

const CA = { plaka: '64 CA 001', arac_marka: 'Fiat', arac_model: 'Egea' }
const CB = { plaka: '64 CB 002', arac_marka: 'Fiat', arac_model: 'Egea' }
const BIR = { musteri_adi_soyadi: 'Sayım Bir', musteri_tel: '0532 111 11 11' }
const IKI = { musteri_adi_soyadi: 'Sayım İki', musteri_tel: '0532 222 22 22' }

test('a corrected model leaves the record with the merged car, counts once, and describes the car', async () => {
  const a = await add({ ...CA, giris_tarihi: '2026-05-01' }, 100.01)
  const b = await add(CB, 200.02)
  await mergeLinked(ctx, 'vehicle', { id: b.vehicle_id, into: a.vehicle_id })
  await change(b.id, { arac_model: 'Egea X' })
  expect(await linksOf(b.id)).toMatchObject({ vehicle_id: b.vehicle_id })
  expect(await rows('vehicle')).toMatchObject([
    { plate: '64 CA 001', model: 'Egea X', visits: 2, total_kurus: 30_003 },
    { plate: '64 CB 002', model: 'Egea X', merged_into: a.vehicle_id },
  ])
  await separateLinked(ctx, 'vehicle', { id: b.vehicle_id })
  expect(await rows('vehicle')).toMatchObject([
    { plate: '64 CA 001', visits: 1, total_kurus: 10_001 },
    { plate: '64 CB 002', visits: 1, total_kurus: 20_002 },
  ])
})

test('a corrected phone leaves the record with the merged customer, who is found by it', async () => {
  const a = await add({ ...CA, ...BIR }, 100.01)
  const b = await add({ ...CB, ...IKI }, 200.02)
  await mergeLinked(ctx, 'customer', { id: b.customer_id, into: a.customer_id })
  await change(b.id, { musteri_tel: '0532 333 33 33' })
  expect(await linksOf(b.id)).toMatchObject({ customer_id: b.customer_id })
  expect(await rows('customer')).toMatchObject([
    { name: 'Sayım Bir', phone: '0532 111 11 11', visits: 2, total_kurus: 30_003 },
    { name: 'Sayım İki', phone: '0532 333 33 33', merged_into: a.customer_id },
  ])
  const next = await add({ plaka: '64 CC 003', ...IKI, musteri_tel: '0532 333 33 33' })
  expect(next.customer_id).toBe(a.customer_id)
})

test('a new visit under the merged plate, corrected, does not rename the car', async () => {
  const a = await add(CA)
  const b = await add(CB)
  await mergeLinked(ctx, 'vehicle', { id: b.vehicle_id, into: a.vehicle_id })
  const next = await add({ ...CB, giris_tarihi: '2026-06-01' })
  expect(next.vehicle_id).toBe(a.vehicle_id)
  await change(next.id, { arac_model: 'Tipo', sasi_no: 'WVWZZZ1JZ3W386752' })
  expect(await rows('vehicle')).toMatchObject([
    // The car adopts a number that it did not have before.
    { plate: '64 CA 001', model: 'Tipo', vin: 'WVWZZZ1JZ3W386752', visits: 3 },
    { plate: '64 CB 002' },
  ])
  expect((await add({ ...CA, giris_tarihi: '2026-07-01' })).vehicle_id).toBe(a.vehicle_id)
})

test('a record that was moved by hand does not rename its new car or customer', async () => {
  const a = await add({ ...CA, ...BIR })
  const b = await add({ ...CB, ...IKI, giris_tarihi: '2026-06-01' })
  await relink(ctx, 'vehicle', { kayit_id: b.id, id: a.vehicle_id })
  await relink(ctx, 'customer', { kayit_id: b.id, id: a.customer_id })
  await change(b.id, { arac_model: 'Tipo', musteri_tel: '0532 444 44 44' })
  expect(await linksOf(b.id)).toEqual({ vehicle_id: a.vehicle_id, customer_id: a.customer_id })
  const [car] = await rows('vehicle')
  expect(car).toMatchObject({ plate: '64 CA 001', model: 'Tipo', visits: 2 })
  const [customer] = await rows('customer')
  expect(customer).toMatchObject({ name: 'Sayım Bir', phone: '0532 111 11 11', visits: 2 })
})

test('the merged car’s only record keeps its car with a new plate, and joins the main car with its plate', async () => {
  const a = await add(CA)
  const b = await add(CB)
  await mergeLinked(ctx, 'vehicle', { id: b.vehicle_id, into: a.vehicle_id })
  await change(b.id, { plaka: '64 CD 004' })
  expect(await linksOf(b.id)).toMatchObject({ vehicle_id: b.vehicle_id })
  expect((await add({ plaka: '64 CD 004' })).vehicle_id).toBe(a.vehicle_id)
  await change(b.id, { plaka: CA.plaka })
  expect(await linksOf(b.id)).toMatchObject({ vehicle_id: a.vehicle_id })
  // The merged car stays, so that it can be separated and found.
  expect(await rows('vehicle')).toMatchObject([
    { plate: '64 CA 001', visits: 3 },
    { plate: '64 CD 004', merged_into: a.vehicle_id },
  ])
})

test('a record that was moved by hand, with another name and another plate, is of another customer and car', async () => {
  const a = await add({ ...CA, ...BIR })
  const b = await add({ ...CB, ...IKI })
  await relink(ctx, 'vehicle', { kayit_id: b.id, id: a.vehicle_id })
  await relink(ctx, 'customer', { kayit_id: b.id, id: a.customer_id })
  await change(b.id, { plaka: '64 CE 005', musteri_adi_soyadi: 'Başka Biri', musteri_tel: '0532 555 55 55' })
  const links = await linksOf(b.id)
  expect(links.vehicle_id).not.toBe(a.vehicle_id)
  expect(links.customer_id).not.toBe(a.customer_id)
})

test('the last record of a merged family, removed for good, takes the whole family with it', async () => {
  const a = await add({ ...CA, ...BIR })
  const b = await add({ ...CB, ...IKI })
  await mergeLinked(ctx, 'vehicle', { id: b.vehicle_id, into: a.vehicle_id })
  await mergeLinked(ctx, 'customer', { id: b.customer_id, into: a.customer_id })
  const purge = async (id: number) => {
    await db.deleteFrom('islem').where('kayit_id', '=', id).execute()
    await db.deleteFrom('kayit').where('id', '=', id).execute()
    await purgeOrphans(db, new Date())
  }
  await purge(a.id)
  // The other customer's record is still shown and counted there.
  expect([(await rows('vehicle')).length, (await rows('customer')).length]).toEqual([2, 2])
  await purge(b.id)
  expect([await rows('vehicle'), await rows('customer')]).toEqual([[], []])
})

test('a merge of a car that had merged ones itself is undone exactly', async () => {
  const a = await add(CA)
  const b = await add(CB)
  const c = await add({ plaka: '64 CC 003' })
  await mergeLinked(ctx, 'vehicle', { id: a.vehicle_id, into: b.vehicle_id })
  const before = await rows('vehicle')
  const { parts } = await mergeLinked(ctx, 'vehicle', { id: b.vehicle_id, into: c.vehicle_id })
  expect(parts).toEqual([a.vehicle_id])
  expect(await rows('vehicle')).toMatchObject([
    { merged_into: c.vehicle_id },
    { merged_into: c.vehicle_id },
    {},
  ])
  // A car that is not merged into the same one stays where it is.
  await separateLinked(ctx, 'vehicle', { id: b.vehicle_id, parts: [...parts, c.vehicle_id] })
  expect(await rows('vehicle')).toEqual(before)
})

test('records that are taken off one by one become one other car, and one other customer', async () => {
  const VIN = 'WVWZZZ1JZ3W386752'
  const first = await add({ ...CA, ...BIR, sasi_no: VIN })
  const second = await add({ ...CA, ...BIR })
  const third = await add({ ...CA, ...BIR })
  expect([second.vehicle_id, third.vehicle_id]).toEqual([first.vehicle_id, first.vehicle_id])
  for (const name of ['vehicle', 'customer'] as const)
    for (const { id } of [second, third]) await relink(ctx, name, { kayit_id: id })
  const links = await linksOf(second.id)
  expect(links.vehicle_id).not.toBe(first.vehicle_id)
  expect(links.customer_id).not.toBe(first.customer_id)
  expect(await linksOf(third.id)).toEqual(links)
  expect([await rows('vehicle'), await rows('customer')]).toMatchObject([
    [{ visits: 1 }, { visits: 2 }],
    [{ visits: 1 }, { visits: 2 }],
  ])
})

test("the suggestions know what was done on a merged car, under whichever plate, and so does the road's distance", async () => {
  const a = await add({ ...CA, ...BIR, km_bilgisi: 10_000 }, 100)
  const b = await add({ ...CB, ...BIR, giris_tarihi: '2026-06-01' })
  const c = await add({ ...CB, ...BIR, giris_tarihi: '2026-07-01', km_bilgisi: 25_000 })
  await mergeLinked(ctx, 'vehicle', { id: b.vehicle_id, into: a.vehicle_id })
  for (const plate of [CA.plaka, CB.plaka]) {
    const { items } = await suggestItems(ctx, { q: 'yağ', plate, vin: '', kayit_id: 0 })
    expect(items).toMatchObject([{ name: 'Yağ', car_day: '2026-05-05' }])
  }
  const { visits } = await listVisits(ctx, 'customer', { id: a.customer_id, page: 1 })
  expect(visits.map(({ kayit_id, km_since }) => [kayit_id, km_since])).toEqual([
    [c.id, 15_000],
    [b.id, null],
    [a.id, null],
  ])
})

test('a car is found by the plate of one that was merged into it, and by its earlier whole plate', async () => {
  const VIN = 'WVWZZZ1JZ3W386752'
  const a = await add({ ...CA, sasi_no: VIN, giris_tarihi: '2026-01-01' })
  await add({ plaka: '06 YENI 06', sasi_no: VIN })
  const b = await add(CB)
  await mergeLinked(ctx, 'vehicle', { id: b.vehicle_id, into: a.vehicle_id })
  for (const q of ['64 cb 002', '64cb0', '64 CA 001', '06 yeni 06']) {
    const { items, total } = await listVehicles(ctx, z.parse(vehicleListInput, { q }))
    expect([items.map(({ id }) => id), total]).toEqual([[a.vehicle_id], 1])
    expect((await findEverywhere(ctx, { q })).vehicles.items).toMatchObject([
      { id: a.vehicle_id, plate: '06 YENI 06' },
    ])
  }
  expect((await listVehicles(ctx, z.parse(vehicleListInput, { q: '64 CX' }))).total).toBe(0)
})

test('makes and models are found in capitals, and with and without Turkish marks', async () => {
  await add({ plaka: '64 FF 001', arac_marka: 'FIAT', arac_model: 'EGEA' })
  await add({ plaka: '64 FF 002', arac_marka: 'Fiat', arac_model: 'Şahin' })
  await add({ plaka: '64 FF 003', arac_marka: 'Tofaş', arac_model: 'sahin' })
  const plates = async (q: string) =>
    (await listVehicles(ctx, z.parse(vehicleListInput, { q, sort: 'plate', dir: 'asc' }))).items.map(
      ({ plate }) => plate.slice(-1),
    )
  for (const q of ['fiat', 'FIAT', 'Fıat']) expect(await plates(q)).toEqual(['1', '2'])
  for (const q of ['sahin', 'ŞAHİN', 'Şahin']) expect(await plates(q)).toEqual(['2', '3'])
  expect(await plates('tofas')).toEqual(['3'])
})
