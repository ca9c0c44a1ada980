import { beforeEach, expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const CAR = { plaka: '34 A 1000', arac_marka: 'VW' }
const AYSE = { musteri_adi_soyadi: 'Ayşe Işık', musteri_tel: '0532 123 45 67' }
const ALI = { musteri_adi_soyadi: 'Ali Su', musteri_tel: '0533 765 43 21' }

let ctx: UserCtx
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db))
})

type Body = NonNullable<Parameters<typeof save>[1]>

/** Stores a record and returns its id with those of its car and customer. */
async function add(body: Body) {
  const { id } = await save(ctx, body)
  const { vehicle_id, customer_id } = await db
    .selectFrom('kayit')
    .where('id', '=', id)
    .select(['vehicle_id', 'customer_id'])
    .executeTakeFirstOrThrow()
  return { id, vehicle_id: vehicle_id ?? 0, customer_id: customer_id ?? 0 }
}

const linksIn = ({ vehicle_id, customer_id }: { vehicle_id: number; customer_id: number }) => ({
  vehicle_id,
  customer_id,
})
const cars = () =>
  db.selectFrom('vehicle').where('shop_id', '=', ctx.actor.shop).orderBy('id').selectAll().execute()
const customers = () =>
  db.selectFrom('customer').where('shop_id', '=', ctx.actor.shop).orderBy('id').selectAll().execute()

test('a corrected phone and name of a customer who was taken over make no second customer', async () => {
  const first = await add({ info: { ...CAR, ...AYSE } })
  const second = await add({
    info: { plaka: '34 A 2000', musteri_adi_soyadi: 'Ayşe Işık Su', musteri_tel: '0535 000 11 22' },
    customer_id: first.customer_id,
  })
  expect(second.customer_id).toBe(first.customer_id)
  expect(second.vehicle_id).not.toBe(first.vehicle_id)
  expect(await customers()).toMatchObject([
    { name: 'Ayşe Işık Su', search_name: 'ayşe ışık su', phone_key: '+905350001122', visits: 2 },
  ])
})

test('the prefilled ids win over another car and customer with the same texts', async () => {
  const older = await add({ info: { ...CAR, ...AYSE } })
  const newer = await add({ info: { plaka: '34 A 2000', ...ALI } })
  const both = await add({ info: { plaka: '34 A 2000', ...ALI }, ...linksIn(older) })
  expect(linksIn(both)).toEqual(linksIn(older))
  expect(linksIn(newer)).not.toEqual(linksIn(older))
})

test('an earlier visit does not change the facts of its car and customer', async () => {
  const first = await add({ info: { ...CAR, ...AYSE, giris_tarihi: '2026-05-01' } })
  const late = await add({
    info: { ...CAR, ...AYSE, musteri_tel: '0535 000 11 22', giris_tarihi: '2025-01-01' },
    ...linksIn(first),
  })
  expect(linksIn(late)).toEqual(linksIn(first))
  expect(await customers()).toMatchObject([{ phone: AYSE.musteri_tel, visits: 2 }])
})

test('an id that no car or customer has is ignored: they are found by their texts', async () => {
  const first = await add({ info: { ...CAR, ...AYSE } })
  const second = await add({ info: { ...CAR, ...AYSE }, vehicle_id: 999_999_999, customer_id: 999_999_999 })
  const third = await add({ info: { ...CAR, ...AYSE }, vehicle_id: 0, customer_id: 0 })
  expect([linksIn(second), linksIn(third)]).toEqual([linksIn(first), linksIn(first)])
})

test('the id of another shop is ignored, and its car and customer stay as they are', async () => {
  const theirs = await add({ info: { ...CAR, ...AYSE } })
  const before = [await cars(), await customers()]
  const them = ctx
  ctx = userCtx(db, await buildUser(db))
  const ours = await add({ info: { ...CAR, ...AYSE, arac_model: 'Golf', ...ALI }, ...linksIn(theirs) })
  expect(ours.vehicle_id).not.toBe(theirs.vehicle_id)
  expect(ours.customer_id).not.toBe(theirs.customer_id)
  expect([await cars(), await customers()]).toMatchObject([[{ model: 'Golf' }], [{ name: 'Ali Su' }]])
  ctx = them
  expect([await cars(), await customers()]).toEqual(before)
})

test('a repeated save is linked as the first one, also when more was corrected meanwhile', async () => {
  const known = await add({ info: { ...CAR, ...AYSE } })
  const info = { ...CAR, ...AYSE, musteri_tel: '0535 000 11 22' }
  const body = { info, key: 'anahtar-1', ...linksIn(known) }
  const first = await add(body)
  expect(await add(body)).toEqual(first)
  const again = await add({ ...body, info: { ...info, musteri_tel: '0536 222 33 44' } })
  expect(again).toEqual({ id: first.id, ...linksIn(known) })
  expect(await customers()).toMatchObject([{ phone: '0536 222 33 44', visits: 2 }])
  expect(await cars()).toMatchObject([{ plate: CAR.plaka, visits: 2 }])
})

test('a merged car or customer leads to the row it was merged into, which takes over only typed facts', async () => {
  const old = await add({ info: { ...CAR, ...AYSE } })
  const root = await add({ info: { plaka: '06 XYZ 7', ...ALI } })
  for (const name of ['vehicle', 'customer'] as const)
    await db
      .updateTable(name)
      .set({ merged_into: root[`${name}_id`] })
      .where('shop_id', '=', ctx.actor.shop)
      .where('id', '=', old[`${name}_id`])
      .execute()
  const visit = await add({
    info: { ...CAR, arac_model: 'Golf', ...AYSE, musteri_tel: '0535 000 11 22' },
    ...linksIn(old),
  })
  expect(linksIn(visit)).toEqual(linksIn(root))
  expect(await cars()).toMatchObject([
    { plate: CAR.plaka, model: '' },
    { plate: '06 XYZ 7', model: 'Golf' },
  ])
  expect(await customers()).toMatchObject([
    { name: 'Ayşe Işık', phone: AYSE.musteri_tel },
    { name: 'Ali Su', phone: '0535 000 11 22' },
  ])
})

test('a changed record keeps the car and customer that it has where they are named, and takes no other ones', async () => {
  const known = await add({ info: { ...CAR, ...AYSE } })
  const other = await add({ info: { plaka: '06 XYZ 7', ...ALI } })
  const changed = await add({ id: known.id, info: { arac_model: 'Golf' }, ...linksIn(other) })
  expect(changed).toEqual(known)
})
