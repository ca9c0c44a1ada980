import { beforeEach, describe, expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import { recordExport } from '#server/change/list.ts'
import { customerHistoryBook } from '#server/history/export.ts'
import { deleteKayit, restoreKayit } from '#server/kayit/operations.ts'
import { relink } from '#server/kayit/relink.ts'
import { setStatus } from '#server/kayit/status.ts'
import { attributeChanges } from '#server/personal-data/attribute-changes.ts'
import { personalDataBook } from '#server/personal-data/export.ts'
import { eraseCustomer } from '#server/personal-data/erase.ts'
import { callerOf } from '#tests/support/rows/changes.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { wordsIn } from '#tests/support/documents/personal-file.ts'
import { jsonOf } from '#tests/support/documents/export.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { linksOf, NAME, plant, WORDS } from '#tests/support/rows/personal-data.ts'

const db = await testDatabase()

const AYSE = { musteri_adi_soyadi: 'Ayşe Serçe', musteri_tel: '0532 987 65 43', plaka: '34 SRC 987' }
const ALI = { musteri_adi_soyadi: 'Ali Usta', musteri_tel: '0533 123 45 67', plaka: '06 ABC 123' }

let ctx: UserCtx
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db))
})

const logOf = () =>
  db
    .selectFrom('change')
    .where('shop_id', '=', ctx.actor.shop)
    .orderBy('id')
    .select([
      'noun',
      'target_id',
      'verb',
      'title',
      'detail',
      'customer_id',
      'other_customer_id',
      'vehicle_id',
    ])
    .execute()
const idsIn = async () =>
  (await logOf()).map(({ verb, customer_id, other_customer_id, vehicle_id }) => [
    verb,
    customer_id,
    other_customer_id,
    vehicle_id,
  ])
/** Removes the ids, which an earlier version did not store. */
const forgetIds = () =>
  db
    .updateTable('change')
    .set({ customer_id: null, other_customer_id: null, vehicle_id: null })
    .where('shop_id', '=', ctx.actor.shop)
    .execute()

describe('ids in the change log', () => {
  test('a change of a record carries its customer, and the one before', async () => {
    const { id, version } = await save(ctx, { info: AYSE })
    const { customer_id: ayse } = await linksOf(db, id)
    await save(ctx, { id, info: { km_bilgisi: 5 } })
    await save(ctx, { id, info: { musteri_adi_soyadi: 'Ayşe Serçe Su' } })
    await setStatus(ctx, {
      kayitlar: [{ kayit_id: id, version: version + 2, durum: 'Tamamlandı' }],
      key: 'durum-0001',
    })
    await deleteKayit(ctx, { kayit_id: id })
    await restoreKayit(ctx, { kayit_id: id })
    const { after } = await relink(ctx, 'customer', { kayit_id: id })
    await relink(ctx, 'vehicle', { kayit_id: id })
    expect(await idsIn()).toEqual([
      ['create', ayse, null, null],
      ['update', ayse, null, null],
      ['update', ayse, ayse, null],
      ['update', ayse, null, null],
      ['delete', ayse, null, null],
      ['restore', ayse, null, null],
      ['link', after, ayse, null],
      ['link', after, after, null],
    ])
  })

  test('a change that replaces the record’s texts carries the other customer, or 0 if the customer was corrected', async () => {
    await save(ctx, { info: ALI })
    const { id } = await save(ctx, { info: { ...AYSE, plaka: '', sasi_no: 'VIN1' } })
    const { customer_id: ayse } = await linksOf(db, id)
    await save(ctx, { id, info: { musteri_adi_soyadi: 'Veli Kartal', musteri_tel: '0544 111 22 33' } })
    expect((await linksOf(db, id)).customer_id).toBe(ayse)
    await save(ctx, { id, info: ALI })
    const { customer_id: ali } = await linksOf(db, id)
    expect((await idsIn()).slice(1)).toEqual([
      ['create', ayse, null, null],
      ['update', ayse, 0, null],
      ['update', ali, ayse, null],
    ])
  })

  test('a joining, a file and a request carry customer, other customer and car', async () => {
    const page = callerOf(ctx)
    const [one, other] = [
      await linksOf(db, (await save(ctx, { info: AYSE })).id),
      await linksOf(db, (await save(ctx, { info: ALI })).id),
    ]
    await page.customer.merge({ id: one.customer_id, into: other.customer_id })
    await page.customer.separate({ id: one.customer_id })
    await page.vehicle.merge({ id: one.vehicle_id, into: other.vehicle_id })
    await page.personalData.saveRequest({
      kind: 'other',
      received_on: '2026-11-01',
      customer_id: one.customer_id,
    })
    expect((await idsIn()).slice(2)).toEqual([
      ['merge', one.customer_id, other.customer_id, null],
      ['separate', one.customer_id, other.customer_id, null],
      ['merge', null, null, other.vehicle_id],
      ['create', one.customer_id, null, null],
    ])
  })

  test('an export of the history carries the ids', async () => {
    const { customer, car } = await plant(db, ctx)
    expect((await idsIn()).slice(-2)).toEqual([
      ['read', customer, null, null],
      ['read', null, null, car],
    ])
  })
})

describe('the changes of an older version, which carry no ids', () => {
  test('are recognised by their texts', async () => {
    const { customer } = await plant(db, ctx)
    await save(ctx, { info: ALI })
    await forgetIds()
    const before = (await logOf()).filter(({ title }) => title.includes('Ali'))
    const json = await jsonOf(await personalDataBook(ctx, { id: customer, format: 'JSON' }))
    expect(wordsIn(json, [NAME, 'Kanarya Eski', '34 KNR 987'])).toHaveLength(3)
    expect(json).not.toContain('Ali Usta')
    await eraseCustomer(ctx, { id: customer, reason: 'request' })
    const texts = JSON.stringify((await logOf()).map(({ title, detail }) => [title, detail]))
    expect(wordsIn(texts, WORDS)).toEqual([])
    expect((await logOf()).filter(({ title }) => title.includes('Ali'))).toEqual(before)
  })

  test('get the customer of a record that never named another one', async () => {
    const { id } = await save(ctx, { info: AYSE })
    await save(ctx, { id, info: { aciklama: 'not "name":"plaka"' } })
    const renamed = await save(ctx, { info: { ...ALI, plaka: '', sasi_no: 'VIN1' } })
    await save(ctx, { id: renamed.id, info: { musteri_tel: '' } })
    const moved = await save(ctx, { info: AYSE })
    await relink(ctx, 'customer', { kayit_id: moved.id })
    const gone = await save(ctx, { info: AYSE })
    await db.deleteFrom('kayit').where('id', '=', gone.id).execute()
    const { customer_id: ali } = await linksOf(db, renamed.id)
    const file = await customerHistoryBook(ctx, { id: ali, format: 'CSV' })
    await recordExport(ctx, file, 'CSV')
    await recordExport(ctx, { ...file, fileName: 'kayıtlar-2026-11' }, 'CSV')
    await forgetIds()
    await attributeChanges({ db, actor: ctx.actor })
    const { customer_id } = await linksOf(db, id)
    const attributed = (await logOf()).filter((row) => row.customer_id !== null)
    expect(attributed.map((row) => [row.target_id, row.verb, row.customer_id])).toEqual([
      [id, 'create', customer_id],
      [id, 'update', customer_id],
      [null, 'read', ali],
    ])
  })
})

describe('an erasure recognises', () => {
  const textsOf = async () => JSON.stringify((await logOf()).map(({ title, detail }) => [title, detail]))

  test('a customer whom a record named by mistake, although its customer was only corrected', async () => {
    const { id } = await save(ctx, { info: { ...AYSE, musteri_tel: '', plaka: '34 ABC 99' } })
    await save(ctx, { id, info: ALI })
    const own = await save(ctx, { info: AYSE })
    const { customer_id } = await linksOf(db, own.id)
    expect(customer_id).not.toBe((await linksOf(db, id)).customer_id)
    await eraseCustomer(ctx, { id: customer_id, reason: 'request' })
    expect(await textsOf()).not.toContain('Serçe')
  })

  test('a phone that another record had for a moment, and leaves the other changes of that customer', async () => {
    const { id } = await save(ctx, { info: ALI })
    await save(ctx, { id, info: { musteri_tel: AYSE.musteri_tel } })
    await save(ctx, { id, info: { musteri_tel: ALI.musteri_tel } })
    const own = await save(ctx, { info: AYSE })
    await eraseCustomer(ctx, { id: (await linksOf(db, own.id)).customer_id, reason: 'request' })
    expect(await textsOf()).not.toContain(AYSE.musteri_tel)
    expect((await logOf())[0]?.title).toBe('06 ABC 123 · Ali Usta')
  })

  test('a customer whom a record named, and who was gone since and has come again', async () => {
    await save(ctx, { info: ALI })
    const { id } = await save(ctx, { info: AYSE })
    await save(ctx, { id, info: ALI })
    const again = await save(ctx, { info: AYSE })
    await eraseCustomer(ctx, { id: (await linksOf(db, again.id)).customer_id, reason: 'request' })
    expect(await textsOf()).not.toContain('Serçe')
    expect((await logOf())[0]?.title).toBe('06 ABC 123 · Ali Usta')
  })
})
