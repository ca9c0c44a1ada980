import { afterEach, beforeEach, expect, test } from 'vitest'

import type { UserCtx } from '#server/core/context.ts'
import { merge, separate } from '#server/core/merge.ts'
import { rederiveCustomers } from '#server/customer/rederive.ts'
import { purgeUnused } from '#server/kayit/purge-unused.ts'
import { relink } from '#server/kayit/relink.ts'
import { rederiveVehicles } from '#server/vehicle/rederive.ts'
import { testDatabase } from '#tests/support/database.ts'
import { buildUser, userCtx } from '#tests/support/factories.ts'
import { save } from '#tests/support/kayit.ts'

/* Records of merged cars and customers that are corrected afterwards. */

const db = await testDatabase()
type Info = NonNullable<NonNullable<Parameters<typeof save>[1]>['info']>

let ctx: UserCtx
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db))
})
// Whatever was done, nothing is counted wrong.
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
  db.selectFrom(table).where('user_id', '=', ctx.actor.shop).orderBy('id').selectAll().execute()

const CA = { plaka: '64 CA 001', arac_marka: 'Fiat', arac_model: 'Egea' }
const CB = { plaka: '64 CB 002', arac_marka: 'Fiat', arac_model: 'Egea' }
const BIR = { musteri_adi_soyadi: 'Sayım Bir', musteri_tel: '0532 111 11 11' }
const IKI = { musteri_adi_soyadi: 'Sayım İki', musteri_tel: '0532 222 22 22' }

test('a corrected model leaves the record with the merged car, counts once, and describes the car', async () => {
  const a = await add({ ...CA, giris_tarihi: '2026-05-01' }, 100.01)
  const b = await add(CB, 200.02)
  await merge(ctx, 'vehicle', { id: b.vehicle_id, into: a.vehicle_id })
  await change(b.id, { arac_model: 'Egea X' })
  expect(await linksOf(b.id)).toMatchObject({ vehicle_id: b.vehicle_id })
  expect(await rows('vehicle')).toMatchObject([
    { plate: '64 CA 001', model: 'Egea X', visits: 2, total_kurus: 30_003 },
    { plate: '64 CB 002', model: 'Egea X', merged_into: a.vehicle_id },
  ])
  await separate(ctx, 'vehicle', { id: b.vehicle_id })
  expect(await rows('vehicle')).toMatchObject([
    { plate: '64 CA 001', visits: 1, total_kurus: 10_001 },
    { plate: '64 CB 002', visits: 1, total_kurus: 20_002 },
  ])
})

test('a corrected phone leaves the record with the merged customer, who is found by it', async () => {
  const a = await add({ ...CA, ...BIR }, 100.01)
  const b = await add({ ...CB, ...IKI }, 200.02)
  await merge(ctx, 'customer', { id: b.customer_id, into: a.customer_id })
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
  await merge(ctx, 'vehicle', { id: b.vehicle_id, into: a.vehicle_id })
  const next = await add({ ...CB, giris_tarihi: '2026-06-01' })
  expect(next.vehicle_id).toBe(a.vehicle_id)
  await change(next.id, { arac_model: 'Tipo', sasi_no: 'WVWZZZ1JZ3W386752' })
  expect(await rows('vehicle')).toMatchObject([
    // A number that the car did not have is its own from now on.
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

test("a corrected plate of the merged car's only record: to a new one, and to that of the car itself", async () => {
  const a = await add(CA)
  const b = await add(CB)
  await merge(ctx, 'vehicle', { id: b.vehicle_id, into: a.vehicle_id })
  await change(b.id, { plaka: '64 CD 004' })
  expect(await linksOf(b.id)).toMatchObject({ vehicle_id: b.vehicle_id })
  expect((await add({ plaka: '64 CD 004' })).vehicle_id).toBe(a.vehicle_id)
  await change(b.id, { plaka: CA.plaka })
  expect(await linksOf(b.id)).toMatchObject({ vehicle_id: a.vehicle_id })
  // What was merged stays, so that it can be separated and is found.
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
  await merge(ctx, 'vehicle', { id: b.vehicle_id, into: a.vehicle_id })
  await merge(ctx, 'customer', { id: b.customer_id, into: a.customer_id })
  const purge = async (id: number) => {
    await db.deleteFrom('islem').where('kayit_id', '=', id).execute()
    await db.deleteFrom('kayit').where('id', '=', id).execute()
    await purgeUnused(db, new Date())
  }
  await purge(a.id)
  // The other one's record is still shown and counted there.
  expect([(await rows('vehicle')).length, (await rows('customer')).length]).toEqual([2, 2])
  await purge(b.id)
  expect([await rows('vehicle'), await rows('customer')]).toEqual([[], []])
})
