import { expect, test } from 'vitest'

import { recordChange } from '#server/platform/core/changes.ts'
import { recordExport } from '#server/change/list.ts'
import { customerHistoryBook } from '#server/history/export.ts'
import { deleteKayit } from '#server/kayit/operations.ts'
import { relink } from '#server/kayit/relink.ts'
import { eraseCustomer, ERASED_CUSTOMER, ERASED_KAYIT, ERASED_VEHICLE } from '#server/personal-data/erase.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { dumpOf, hitsOf } from '#tests/support/database/dump.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { linksOf } from '#tests/support/rows/personal-data.ts'
import { personalFile, wordsIn } from '#tests/support/documents/personal-file.ts'

const db = await testDatabase()

/** Columns that are computed from the other columns of their row and hold no text of their own. */
const DERIVED = new Set(
  `search_name search_vehicle search_phone search_plain search_number customer_sort_key vin_sort_key plate_sort_key
  name_key phone_key tax_key name_sort_key plate_key vin_key plate_sort_key`.split(/\s+/),
)

/** Returns a word for each column that an erasure empties, so that a new column is covered too. */
const wordsFor = (prefix: string, columns: object) =>
  Object.fromEntries(
    Object.keys(columns)
      .filter((name) => !DERIVED.has(name))
      .map((name) => [name, `${prefix}-${name.replaceAll('_', '')}`]),
  )

test('everything that an erasure takes is in the file', async () => {
  const ctx = userCtx(db, await buildUser(db))
  const { id, customer, car } = await visit()
  const deleted = await visit()
  await deleteKayit(ctx, { kayit_id: deleted.id })
  const words = {
    kayit: wordsFor('kayit', ERASED_KAYIT),
    deleted: wordsFor('silinen', ERASED_KAYIT),
    customer: wordsFor('musteri', ERASED_CUSTOMER),
    vehicle: wordsFor('arac', ERASED_VEHICLE),
    belge: { ad: 'belge-adi', tur: 'belge-turu', url: 'belge-adresi' },
    request: { note: 'basvuru-notu' },
    changes: `baslik-kayit alan-once alan-sonra dilek-once not-sonra islem-eklendi islem-cikti islem-degisti
      musteri-baslik arac-baslik`.split(/\s+/),
  }
  await db.updateTable('kayit').set(words.kayit).where('id', '=', id).execute()
  await db.updateTable('kayit').set(words.deleted).where('id', '=', deleted.id).execute()
  await db.updateTable('customer').set(words.customer).where('id', '=', customer).execute()
  await db.updateTable('vehicle').set(words.vehicle).where('id', '=', car).execute()
  await db
    .insertInto('belge')
    .values({ ...words.belge, shop_id: ctx.actor.shop, kayit_id: id, boyut: 1 })
    .execute()
  await db
    .insertInto('data_request')
    .values({
      ...words.request,
      shop_id: ctx.actor.shop,
      received_on: '2026-11-01',
      kind: 'other',
      customer_id: customer,
      created_at: ctx.now,
    })
    .execute()
  const line = (islem_adi: string) => ({ islem_adi, islem_adet: 1, fiyat_kurus: 100 })
  await recordChange(ctx, {
    noun: 'kayit',
    id,
    verb: 'update',
    customer_id: customer,
    title: 'baslik-kayit',
    detail: {
      fields: [
        { name: 'sasi_no', before: 'alan-once', after: 'alan-sonra' },
        { name: 'musteri_talebi', before: 'dilek-once', after: '' },
        { name: 'private_note', before: '', after: 'not-sonra' },
      ],
      items: {
        added: [line('islem-eklendi')],
        removed: [line('islem-cikti')],
        changed: [{ before: line('islem'), after: line('islem-degisti') }],
      },
    },
  })
  for (const [noun, target, title, other] of [
    ['customer', customer, 'musteri-baslik', words.customer['name']],
    ['customer', 1_999_999_999, words.customer['name'], 'musteri-digeri'],
    ['vehicle', car, 'arac-baslik', words.vehicle['plate']],
  ] as const)
    await recordChange(ctx, {
      noun,
      id: target,
      verb: 'merge',
      title: title ?? '',
      detail: { other: other ?? '' },
    })
  await recordExport(ctx, await customerHistoryBook(ctx, { id: customer, format: 'CSV' }), 'CSV')

  const { json, pdf } = await personalFile(ctx, customer)
  const planted = Object.values(words).flatMap((group) => Object.values<string>(group))
  expect(wordsIn(json, planted)).toEqual(planted)
  expect(wordsIn(pdf, planted)).toEqual(planted)
  expect(wordsIn(json, ['müşteri-geçmişi-musteri-name'])).toHaveLength(1)

  // The erasure removes all of these words.
  await eraseCustomer(ctx, { id: customer, reason: 'request' })
  expect(hitsOf(await dumpOf(db), planted)).toEqual({})

  async function visit() {
    const { id: saved } = await save(ctx, {
      info: { musteri_adi_soyadi: 'Kanarya', musteri_tel: '0532 111 22 33', plaka: '34 KNR 111' },
    })
    const { customer_id, vehicle_id } = await linksOf(db, saved)
    return { id: saved, customer: customer_id, car: vehicle_id }
  }
})

test('texts of any length are whole in the PDF, which has the history of links', async () => {
  const ctx = userCtx(db, await buildUser(db))
  const long = Array.from({ length: 900 }, (_, index) => `söz${index}`).join(' ')
  const { id } = await save(ctx, {
    info: { musteri_adi_soyadi: 'Kanarya', musteri_tel: '0532 111 22 33', aciklama: long },
  })
  await save(ctx, { id, info: { musteri_talebi: long.replaceAll('söz', 'dilek') } })
  const { customer_id } = await linksOf(db, id)
  const { after } = await relink(ctx, 'customer', { kayit_id: id })
  await relink(ctx, 'customer', { kayit_id: id, id: customer_id })
  const { json, pdf } = await personalFile(ctx, customer_id)
  expect(wordsIn(pdf, ['söz0', 'söz450', 'söz899', 'dilek0', 'dilek450', 'dilek899'])).toHaveLength(6)
  expect(pdf).not.toContain('…')
  const links = JSON.parse(json).changes.filter(({ verb }: { verb: string }) => verb === 'link')
  expect(links).toHaveLength(2)
  expect(wordsIn(pdf, ['Kayıt başka bir araca ya da müşteriye bağlandı'])).toHaveLength(1)
  expect(after).not.toBe(customer_id)
})
