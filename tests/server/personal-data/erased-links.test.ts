import { beforeEach, describe, expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import { getKayit } from '#server/kayit/operations.ts'
import { eraseCustomer } from '#server/personal-data/erase.ts'
import { messages } from '#shared/messages.ts'
import { ERASED_CUSTOMER_NAME, ERASED_PLATE } from '#shared/personal-data/rules.ts'
import { pageClient } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { info, items, linksOf, NAME } from '#tests/support/rows/personal-data.ts'

const db = await testDatabase()

let owner: TestUser
let ctx: UserCtx
let record: Awaited<ReturnType<typeof save>>
/** The record's car and customer, who are erased. */
let erased: { customer_id: number; vehicle_id: number }

beforeEach(async () => {
  owner = await buildUser(db)
  ctx = userCtx(db, owner)
  record = await save(ctx, { info, islemler: items, key: 'anahtar-0001' })
  erased = await linksOf(db, record.id)
  await eraseCustomer(ctx, { id: erased.customer_id, reason: 'request' })
})

const erasedRows = () =>
  Promise.all(
    (['customer', 'vehicle'] as const).map((table) =>
      db.selectFrom(table).where('id', '=', erased[`${table}_id`]).selectAll().executeTakeFirstOrThrow(),
    ),
  )

/** Checks that no save has restored the texts of the erased customer and car. */
async function expectErased() {
  const [customer, vehicle] = await erasedRows()
  expect(customer).toMatchObject({
    name: ERASED_CUSTOMER_NAME,
    phone: '',
    tax_no: '',
    name_key: 'silinmiş müşteri',
  })
  expect(vehicle).toMatchObject({ plate: ERASED_PLATE, vin: '', engine_no: '' })
}

describe('after an erasure, a form or a draft that was opened before it', () => {
  test('stores a new visit of a new customer with a new car', async () => {
    const before = await erasedRows()
    const visit = await save(ctx, { info, ...erased })
    const links = await linksOf(db, visit.id)
    expect(links.customer_id).not.toBe(erased.customer_id)
    expect(links.vehicle_id).not.toBe(erased.vehicle_id)
    expect(await erasedRows()).toEqual(before)
    expect((await getKayit(ctx, { kayit_id: record.id })).kayit.musteri_adi_soyadi).toBe(ERASED_CUSTOMER_NAME)
    const page = pageClient(db, owner)
    expect(await page.customer.get({ id: links.customer_id })).toMatchObject({ name: NAME, visits: 1 })
    // The next visit finds that new customer, whatever ids the form sends.
    const next = await save(ctx, { info, ...erased })
    expect(await linksOf(db, next.id)).toEqual(links)
  })

  test('does not change the record: its version is older', async () => {
    const change = { id: record.id, info: { ...info, aciklama: 'yeni' }, version: record.version }
    await expect(save(ctx, change)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expectErased()
  })

  test('stores nothing when it is sent again with its key, or a new record if it was changed', async () => {
    const sent = { info, islemler: items, key: 'anahtar-0001' }
    const repeated = await save(ctx, sent)
    expect(repeated.id).toBe(record.id)
    expect(repeated.kayit).toMatchObject({ musteri_adi_soyadi: ERASED_CUSTOMER_NAME, musteri_tel: '' })
    const changed = await save(ctx, { ...sent, info: { ...info, km_bilgisi: 120_000 } })
    expect(changed.id).not.toBe(record.id)
    expect((await linksOf(db, changed.id)).customer_id).not.toBe(erased.customer_id)
    await expectErased()
  })
})

describe('an erased record', () => {
  test('a record that an integrator writes anew belongs to another customer and car from then on', async () => {
    const other = await save(ctx, { info: { ...info, plaka: '34 KNR 999', sasi_no: '' } })
    await save(ctx, { id: record.id, info })
    const links = await linksOf(db, record.id)
    expect(links.customer_id).toBe((await linksOf(db, other.id)).customer_id)
    expect(links.vehicle_id).not.toBe(erased.vehicle_id)
    await expectErasedOrGone()
  })

  test('keeps its links while it names no customer', async () => {
    const other = await save(ctx, { info: { musteri_adi_soyadi: 'Ali Su', plaka: '06 A 1234' } })
    await save(ctx, { id: record.id, info: { durum: 'Tamamlandı', arac_model: 'Golf', km_bilgisi: 90_000 } })
    await save(ctx, { id: record.id, info: { musteri_adi_soyadi: 'SİLİNMİŞ MÜŞTERİ' } })
    expect(await linksOf(db, record.id)).toEqual(erased)
    expect((await linksOf(db, other.id)).customer_id).not.toBe(erased.customer_id)
    await expectErased()
  })

  test('is not found by its name or plate', async () => {
    const typed = { musteri_adi_soyadi: ERASED_CUSTOMER_NAME, plaka: ERASED_PLATE, motor_no: 'YENI123' }
    const links = await linksOf(db, (await save(ctx, { info: typed })).id)
    expect([links.customer_id, links.vehicle_id]).not.toContain(erased.customer_id)
    expect(links.vehicle_id).not.toBe(erased.vehicle_id)
    await expectErased()
  })
})

/** Checks that the customer is erased, or removed as one without a record. */
async function expectErasedOrGone() {
  const rows = await db.selectFrom('customer').where('id', '=', erased.customer_id).select('name').execute()
  expect(rows.filter(({ name }) => name !== ERASED_CUSTOMER_NAME)).toEqual([])
}

test('an erased customer is not merged, and no record is moved from or to the customer', async () => {
  const other = await save(ctx, { info: { musteri_adi_soyadi: 'Ali Su', plaka: '06 A 1234' } })
  const links = await linksOf(db, other.id)
  const page = pageClient(db, owner)
  const refused = { data: { code: 'BAD_REQUEST' }, message: messages.erasedStaysApart }
  const { customer_id, vehicle_id } = erased
  const attempts = [
    page.customer.merge({ id: customer_id, into: links.customer_id }),
    page.customer.merge({ id: links.customer_id, into: customer_id }),
    page.vehicle.merge({ id: vehicle_id, into: links.vehicle_id }),
    page.vehicle.merge({ id: links.vehicle_id, into: vehicle_id }),
    page.customer.relink({ kayit_id: other.id, id: customer_id }),
    page.vehicle.relink({ kayit_id: other.id, id: vehicle_id }),
    page.customer.relink({ kayit_id: record.id, id: links.customer_id }),
    page.vehicle.relink({ kayit_id: record.id }),
  ]
  const results = await Promise.allSettled(attempts)
  expect(results).toHaveLength(8)
  for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: refused })
  expect(await linksOf(db, other.id)).toEqual(links)
  expect(await linksOf(db, record.id)).toEqual(erased)
})

test('no form is offered an erased customer or car', async () => {
  const page = pageClient(db, owner)
  const buyer = await save(ctx, { info: { musteri_adi_soyadi: 'Ali Su', plaka: '06 A 1234' } })
  const seller = await save(ctx, {
    info: { musteri_adi_soyadi: 'Veli Su', plaka: '06 A 1234', giris_tarihi: '2026-12-01' },
  })
  const { customer_id } = await linksOf(db, seller.id)
  await eraseCustomer(ctx, { id: customer_id, reason: 'request' })
  expect((await page.customer.lookup({ q: 'sil' })).customers).toEqual([])
  expect((await page.vehicle.lookup({ q: 'Silinmiş' })).vehicles).toEqual([])
  const { vehicles } = await page.vehicle.lookup({ q: '06 A 12' })
  const { customer_id: id } = await linksOf(db, buyer.id)
  expect(vehicles).toMatchObject([{ plate: '06 A 1234', customer: { id, name: 'Ali Su' } }])
})
