import { beforeEach, describe, expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import { savePrice } from '#server/item/prices.ts'
import { rebuildOutdated } from '#server/commands/jobs/rebuild.ts'
import { getKayit } from '#server/kayit/operations.ts'
import { eraseCustomer } from '#server/personal-data/erase.ts'
import { getStored } from '#server/personal-data/register.ts'
import { lookupVehicles } from '#server/vehicle/list.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, TEST_NOW, userCtx } from '#tests/support/rows/factories.ts'
import { list, save } from '#tests/support/rows/kayit.ts'
import { countedTotals, storedTotals } from '#tests/support/rows/stats.ts'

const db = await testDatabase()

let ctx: UserCtx
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db))
})

const rebuild = () => rebuildOutdated(db, TEST_NOW)
const ofShop = { vehicle: 'vehicle', customer: 'customer' } as const
const rowsOf = (table: keyof typeof ofShop) =>
  db.selectFrom(table).where('shop_id', '=', ctx.actor.shop).orderBy('id').selectAll().execute()

/** Stores two customers with the same name and number, which an older version told apart by their characters. */
async function twoRowsOfOne(): Promise<[number, number]> {
  await save(ctx, {
    info: { musteri_adi_soyadi: "D'Angelo Oto", musteri_tel: '0532 111 22 33', plaka: '34 A 1000' },
  })
  const { id } = await save(ctx, {
    info: { musteri_adi_soyadi: 'Başka', musteri_tel: '0533 999 99 99', plaka: '34 A 1001' },
  })
  const [one, other] = await rowsOf('customer')
  const [name, phone] = ['D’Angelo\u00a0Oto', '+90 (0) 532\u2011111\u201122\u201133']
  await db
    .updateTable('customer')
    .set({
      name,
      name_key: 'd’angelo\u00a0oto',
      search_name: 'd’angelo\u00a0oto',
      search_plain: 'd’angelo\u00a0oto',
    })
    .set({ phone, phone_key: '9005321112233', search_number: '9005321112233 ' })
    .where('id', '=', other?.id ?? 0)
    .execute()
  await db
    .updateTable('kayit')
    .set({ musteri_adi_soyadi: name, search_name: 'd’angelo\u00a0oto', search_plain: 'd’angelo\u00a0oto' })
    .set({ musteri_tel: phone, search_phone: '9005321112233' })
    .where('id', '=', id)
    .execute()
  return [one?.id ?? 0, other?.id ?? 0]
}

describe('a row of an older version', () => {
  test('gets the keys of this one, once for each shop', async () => {
    await twoRowsOfOne()
    await rebuild()
    const keys = (await rowsOf('customer')).map(({ name_key, phone_key }) => [name_key, phone_key])
    expect(keys).toEqual([
      ["d'angelo oto", '+905321112233'],
      ["d'angelo oto", '+905321112233'],
    ])
    expect((await list(ctx, { q: "d'angelo oto" })).total).toBe(2)
    expect((await list(ctx, { q: '0532 111 22 33' })).total).toBe(2)

    await db.updateTable('customer').set({ name_key: 'x' }).where('shop_id', '=', ctx.actor.shop).execute()
    await rebuild()
    expect((await rowsOf('customer')).map(({ name_key }) => name_key)).toEqual(['x', 'x'])
  })

  test('two rows of one person are exported and erased together', async () => {
    const [one, other] = await twoRowsOfOne()
    expect(await getStored(ctx, { id: one })).toMatchObject({ records: 1 })
    await rebuild()
    expect(await getStored(ctx, { id: one })).toMatchObject({ records: 2, vehicles: 2 })
    await save(ctx, { info: { musteri_adi_soyadi: 'Komşu', musteri_tel: '0532 111 22 33', plaka: '34 A 9' } })
    expect(await eraseCustomer(ctx, { id: other, reason: 'request' })).toMatchObject({ records: 2 })
    const left = (await rowsOf('customer')).filter(({ erased_at }) => erased_at === null)
    expect(left.map(({ name }) => name)).toEqual(['Komşu'])
  })

  test('a car without a plate that unrelated customers share is separated, and every sum stays right', async () => {
    const ids = []
    for (const [index, plaka] of ['PLAKASIZ', 'PLAKASIZ', 'plakasız'].entries()) {
      const islemler = [{ islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 1_000 }]
      const info = { musteri_adi_soyadi: `Müşteri ${index}`, plaka }
      ids.push((await save(ctx, { info, islemler })).id)
    }
    const [first, ...others] = await rowsOf('vehicle')
    await db
      .updateTable('kayit')
      .set({ vehicle_id: first?.id ?? 0 })
      .where('id', 'in', ids)
      .execute()
    for (const { id } of others) await db.deleteFrom('vehicle').where('id', '=', id).execute()
    await db
      .updateTable('vehicle')
      .set({ plate_key: 'PLAKASIZ', visits: 3, total_kurus: 3_000 })
      .where('id', '=', first?.id ?? 0)
      .execute()
    expect((await lookupVehicles(ctx, { q: 'PLAKASIZ' })).vehicles).toHaveLength(1)

    await rebuild()
    const cars = await rowsOf('vehicle')
    expect(cars.map(({ visits, total_kurus }) => [visits, total_kurus])).toEqual([
      [1, 1_000],
      [1, 1_000],
      [1, 1_000],
    ])
    expect((await lookupVehicles(ctx, { q: 'PLAKASIZ' })).vehicles).toEqual([])
    for (const kayit_id of ids) expect((await getKayit(ctx, { kayit_id })).version).toBe(1)
  })

  test('totals follow a status whose meaning was not recognised', async () => {
    const item = { islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 1_000 }
    const { id } = await save(ctx, { info: { durum: 'Beklemede' }, islemler: [item] })
    const counted = { durum: 'İPTAL' }
    await db.updateTable('kayit').set(counted).where('id', '=', id).execute()
    await db.updateTable('day_totals').set(counted).where('shop_id', '=', ctx.actor.shop).execute()
    await db
      .updateTable('status_totals')
      .set(counted)
      .where('shop_id', '=', ctx.actor.shop)
      .where('count', '>', 0)
      .execute()
    expect((await storedTotals(db, ctx.actor.shop)).makes[0]?.gelir_kurus).toBe(1_000)
    await rebuild()
    expect(await storedTotals(db, ctx.actor.shop)).toEqual(await countedTotals(db, ctx.actor.shop))
    expect((await rowsOf('customer'))[0]?.total_kurus).toBe(0)
  })

  test('the second of two prices whose names look the same by now keeps its key', async () => {
    const price = { id: 0, price_kurus: 100, quantity: 1 }
    await savePrice(ctx, { ...price, name: 'Fren balatası' })
    const other = await savePrice(ctx, { ...price, name: 'Başka' })
    await db
      .updateTable('item_price')
      .set({ name: 'Fren  balatası', name_key: 'FREN  BALATASI' })
      .where('id', '=', other.id)
      .execute()
    await rebuild()
    const rows = await db
      .selectFrom('item_price')
      .where('shop_id', '=', ctx.actor.shop)
      .orderBy('id')
      .select(['name_key', 'search_text'])
      .execute()
    expect(rows).toEqual([
      { name_key: 'FREN BALATASI', search_text: ' fren balatasi' },
      { name_key: 'FREN  BALATASI', search_text: ' fren balatasi' },
    ])
  })
})
