import { beforeEach, describe, expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import { fillLinks } from '#server/kayit/fill-links.ts'
import { deleteKayit, purgeDeleted } from '#server/kayit/operations.ts'
import { purgeOrphans } from '#server/directory/links.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

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

const add = async (info: Info) => (await save(ctx, { info })).id
const change = (id: number, info: Info) => save(ctx, { id, info })

/** Returns a record's car and customer, numbered in the order in which the shop got them: ['car 1', 'customer 1']. */
async function linksOf(id: number): Promise<string[]> {
  const row = await db
    .selectFrom('kayit')
    .where('id', '=', id)
    .select(['vehicle_id', 'customer_id'])
    .executeTakeFirstOrThrow()
  const [carIds, customerIds] = [await cars(), await customers()].map((all) => all.map(({ id }) => id))
  return [
    `car ${(carIds ?? []).indexOf(row.vehicle_id ?? 0) + 1}`,
    `customer ${(customerIds ?? []).indexOf(row.customer_id ?? 0) + 1}`,
  ]
}

const cars = () =>
  db.selectFrom('vehicle').where('shop_id', '=', ctx.actor.shop).orderBy('id').selectAll().execute()
const customers = () =>
  db.selectFrom('customer').where('shop_id', '=', ctx.actor.shop).orderBy('id').selectAll().execute()

describe('a saved record', () => {
  test('is linked to its car and customer, which a second visit finds again', async () => {
    await add({ plaka: '34 ABC 123', sasi_no: VIN, arac_marka: 'VW', ...AYSE })
    const second = await add({ plaka: '34abc123', ...AYSE })
    expect(await linksOf(second)).toEqual(['car 1', 'customer 1'])
    expect(await cars()).toMatchObject([
      { plate: '34abc123', plate_key: '34ABC123', vin: VIN, vin_key: VIN, make: 'VW' },
    ])
    expect(await customers()).toMatchObject([
      { name: 'Ayşe Işık', phone_key: '+905321234567', phone: '0532 123 45 67' },
    ])
  })

  test('a record keeps a plate that changed hands apart, and joins a car that changed its plate', async () => {
    const old = await add({ plaka: '34 ABC 123', sasi_no: VIN, giris_tarihi: '2025-01-01', ...AYSE })
    const other = await add({ plaka: '34 ABC 123', sasi_no: OTHER_VIN, giris_tarihi: '2026-01-01', ...ALI })
    const moved = await add({ plaka: '06 XYZ 7', sasi_no: VIN, giris_tarihi: '2026-02-01', ...AYSE })
    expect(await Promise.all([old, other, moved].map(linksOf))).toEqual([
      ['car 1', 'customer 1'],
      ['car 2', 'customer 2'],
      ['car 1', 'customer 1'],
    ])
    expect(await cars()).toMatchObject([{ plate: '06 XYZ 7' }, { plate: '34 ABC 123' }])
  })

  test('two customers can share one phone, and one customer can have three cars', async () => {
    const first = await add({ plaka: '34 A 1000', ...AYSE })
    const second = await add({ plaka: '34 A 1001', ...AYSE })
    const third = await add({ plaka: '34 A 1002', ...AYSE })
    const husband = await add({ plaka: '34 A 1000', ...AYSE, musteri_adi_soyadi: 'Ali Işık' })
    expect(await Promise.all([first, second, third, husband].map(linksOf))).toEqual([
      ['car 1', 'customer 1'],
      ['car 2', 'customer 1'],
      ['car 3', 'customer 1'],
      ['car 1', 'customer 2'],
    ])
  })

  test('a customer without a phone is known by the car', async () => {
    await add({ plaka: '34 A 1000', ...AYSE })
    const again = await add({ plaka: '34 A 1000', musteri_adi_soyadi: 'AYŞE IŞIK' })
    const namesake = await add({ plaka: '34 A 1001', musteri_adi_soyadi: 'Ayşe Işık' })
    expect(await linksOf(again)).toEqual(['car 1', 'customer 1'])
    expect(await linksOf(namesake)).toEqual(['car 2', 'customer 2'])
  })

  test('describes car and customer if it is the latest visit, and never empties them', async () => {
    const info = { plaka: '34 A 1000', arac_marka: 'Fiat', arac_model: 'Egea', model_yili: 2019, ...AYSE }
    const old = await add({ ...info, giris_tarihi: '2025-01-01' })
    await add({
      ...info,
      arac_marka: '',
      arac_model: 'Egea Cross',
      model_yili: null,
      giris_tarihi: '2026-01-01',
    })
    await change(old, { arac_model: 'Doblo', musteri_tel: '0532 123 45 67 ' })
    expect(await cars()).toMatchObject([
      { make: 'Fiat', model: 'Egea Cross', model_year: 2019, seen_day: '2026-01-01' },
    ])
  })

  test('a record with a plate of signs only has a car of its own', async () => {
    const [first, second] = [await add({ plaka: '-', ...AYSE }), await add({ plaka: '-', ...AYSE })]
    expect([await linksOf(first), await linksOf(second)]).toEqual([
      ['car 1', 'customer 1'],
      ['car 2', 'customer 1'],
    ])
  })

  test('a record of another shop has other cars and customers', async () => {
    await add({ plaka: '34 A 1000', ...AYSE })
    const other = userCtx(db, await buildUser(db))
    await save(other, { info: { plaka: '34 A 1000', ...AYSE } })
    expect(await cars()).toHaveLength(1)
    ctx = other
    expect([await cars(), await customers()]).toMatchObject([[{ make: '' }], [{ name: 'Ayşe Işık' }]])
  })
})

describe('a changed record', () => {
  test('a corrected plate or name corrects the car and the customer that have only this record', async () => {
    const id = await add({ plaka: '34 A 1000', ...AYSE })
    await change(id, { plaka: '34 A 1001', musteri_adi_soyadi: 'Ayşe Işıklı' })
    expect(await linksOf(id)).toEqual(['car 1', 'customer 1'])
    expect(await cars()).toMatchObject([{ plate: '34 A 1001', plate_key: '34A1001' }])
    expect(await customers()).toMatchObject([{ name: 'Ayşe Işıklı' }])
  })

  test('a changed record with another plate has another car, and the first keeps its other records', async () => {
    const [first, second] = [
      await add({ plaka: '34 A 1000', ...AYSE }),
      await add({ plaka: '34 A 1000', ...AYSE }),
    ]
    await change(second, { plaka: '34 A 1001', ...ALI })
    expect([await linksOf(first), await linksOf(second)]).toEqual([
      ['car 1', 'customer 1'],
      ['car 2', 'customer 2'],
    ])
  })

  test('a changed record that moves to a known car and customer leaves none without a record', async () => {
    await add({ plaka: '34 A 1000', ...AYSE })
    const wrong = await add({ plaka: '34 A 1001', ...ALI })
    await change(wrong, { plaka: '34 A 1000', ...AYSE })
    expect(await linksOf(wrong)).toEqual(['car 1', 'customer 1'])
    expect([await cars(), await customers()].map((all) => all.length)).toEqual([1, 1])
  })

  test('changes its car and customer in place where plate, name and phone stay', async () => {
    const id = await add({ plaka: '34 A 1000', ...AYSE })
    await change(id, { arac_marka: 'Renault', tc_vergino: '10000000146' })
    expect([await cars(), await customers()]).toMatchObject([
      [{ make: 'Renault' }],
      [{ tax_no: '10000000146', tax_key: '10000000146' }],
    ])
  })
})

describe('records of an older version', () => {
  const unlink = () => db.updateTable('kayit').set({ vehicle_id: null, customer_id: null }).execute()

  test('are linked as if they were saved in their order, deleted ones too, and their versions stay', async () => {
    const ids = [
      await add({ plaka: '34 A 1000', sasi_no: VIN, ...AYSE }),
      await add({ plaka: '34 A 1001', ...ALI }),
      await add({ plaka: '06 XYZ 7', sasi_no: VIN, ...AYSE }),
    ]
    await deleteKayit(ctx, { kayit_id: ids[1] ?? 0 })
    const before = await Promise.all(ids.map(linksOf))
    await unlink()
    await purgeOrphans(db, ctx.now)
    expect(await cars()).toEqual([])
    expect(await fillLinks(db, ctx.now)).toBeGreaterThanOrEqual(3)
    expect(await Promise.all(ids.map(linksOf))).toEqual(before)
    expect(await fillLinks(db, ctx.now)).toBe(0)
    const versions = await db
      .selectFrom('kayit')
      .where('id', 'in', ids)
      .select('version')
      .distinct()
      .execute()
    expect(versions).toEqual([{ version: 1 }])
  })

  test('one is linked when it is changed', async () => {
    const id = await add({ plaka: '34 A 1000', ...AYSE })
    await unlink()
    await change(id, { aciklama: 'not' })
    expect(await linksOf(id)).toEqual(['car 1', 'customer 1'])
  })
})

test('a car and a customer go with their last record once it is removed for good', async () => {
  const id = await add({ plaka: '34 A 1000', ...AYSE })
  const kept = await add({ plaka: '34 A 1001', ...ALI })
  await deleteKayit(ctx, { kayit_id: id })
  const later = new Date(ctx.now.getTime() + 31 * 86_400_000)
  await purgeOrphans(db, later)
  expect(await cars()).toHaveLength(2)
  await purgeDeleted(db, later)
  await purgeOrphans(db, later)
  expect(await linksOf(kept)).toEqual(['car 1', 'customer 1'])
  expect([await cars(), await customers()]).toMatchObject([[{ plate: '34 A 1001' }], [{ name: 'Ali Su' }]])
})
