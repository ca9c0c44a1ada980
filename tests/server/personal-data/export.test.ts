import { describe, expect, test } from 'vitest'

import { createPdfService } from '#server/platform/documents/pdf-service.ts'
import { pdfChunks } from '#server/platform/export/file.ts'
import { openSnapshot } from '#server/platform/core/snapshot.ts'
import { deleteKayit } from '#server/kayit/operations.ts'
import { personalDataBook } from '#server/personal-data/export.ts'
import { mailShare } from '#server/share/operations.ts'
import { exportMessages } from '#shared/export/messages.ts'
import { requests, testApp } from '#tests/support/panel/app.ts'
import { customerOf } from '#tests/support/rows/accounts.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { take } from '#tests/support/rows/payment.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { bytesOf, cellsOf, jsonOf } from '#tests/support/documents/export.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { copyRow, save } from '#tests/support/rows/kayit.ts'
import { mailedShare } from '#tests/support/rows/share.ts'
import { readPdf } from '#tests/support/documents/read-pdf.ts'

const db = await testDatabase()

const info = {
  musteri_adi_soyadi: 'Ayşe Işık',
  musteri_tel: '0532 123 45 67',
  tc_vergino: '10000000146',
  plaka: '34 ABC 123',
  sasi_no: 'WVWZZZ1JZXW000001',
  motor_no: 'MTR1',
  arac_marka: 'Volkswagen',
  arac_model: 'Golf',
  musteri_talebi: 'Fren sesi var',
  aciklama: 'Balata değişti',
  private_note: 'Sabah arayın',
  giris_tarihi: '2026-11-03',
}
const items = [
  { islem_adi: 'Balata', islem_adet: 2, fiyat_kurus: 125_050 },
  { islem_adi: 'İşçilik', islem_adet: 1, fiyat_kurus: 40_000 },
]

/** Stores a customer with a record, one without items, and one in the trash. */
async function shop() {
  const user = await buildUser(db, { company_name: 'Yıldız Oto' })
  const ctx = userCtx(db, user)
  const { id } = await save(ctx, { info, islemler: items })
  await save(ctx, { id, info: { aciklama: 'Balata ve disk değişti' } })
  await save(ctx, { info: { ...info, giris_tarihi: '2026-11-10' } })
  const deleted = await save(ctx, { info: { ...info, giris_tarihi: '2026-11-11' }, islemler: items })
  await deleteKayit(ctx, { kayit_id: deleted.id })
  await take(ctx, { kayit_id: id, amount_kurus: 123_450, note: 'Kapora, elden' })
  const { customer_id } = await db
    .selectFrom('kayit')
    .where('id', '=', id)
    .select('customer_id')
    .$narrowType<{ customer_id: number }>()
    .executeTakeFirstOrThrow()
  await db
    .insertInto('belge')
    .values({ shop_id: user.id, kayit_id: id, ad: 'ruhsat.jpg', tur: 'image/jpeg', boyut: 12, url: '/x' })
    .execute()
  return { user, ctx, id, customer: customer_id, deleted: deleted.id }
}

describe("all of a customer's data", () => {
  test('are complete as JSON, under keys that do not change', async () => {
    const { ctx, id, customer, deleted } = await shop()
    const book = await personalDataBook(ctx, { id: customer, format: 'JSON' })
    const data = JSON.parse(await jsonOf(book))
    expect(Object.keys(data)).toEqual([
      'format',
      'created_on',
      'shop',
      'purposes',
      'customers',
      'vehicles',
      'requests',
      'payments',
      'mails',
      'reminders',
      'answers',
      'records',
      'changes',
    ])
    expect(data.format).toBe('oto-servis-personal-data/1')
    expect(data.shop).toEqual({ name: 'Yıldız Oto', phone: '', address: '' })
    expect(data.customers).toMatchObject([
      { id: customer, name: 'Ayşe Işık', phone: '0532 123 45 67', tax_no: '10000000146', visits: 2 },
    ])
    expect(data.vehicles).toMatchObject([
      { plate: '34 ABC 123', vin: 'WVWZZZ1JZXW000001', engine_no: 'MTR1' },
    ])
    expect(data.records).toHaveLength(3)
    expect(data.records[0]).toMatchObject({
      ...info,
      id,
      aciklama: 'Balata ve disk değişti',
      toplam_kurus: 290_100,
      deleted_at: null,
      items,
      documents: [{ ad: 'ruhsat.jpg', boyut: 12 }],
    })
    expect(data.records[2]).toMatchObject({ id: deleted, deleted_at: expect.any(String) })
    expect(data.changes.map(({ noun, verb }: { noun: string; verb: string }) => `${noun} ${verb}`)).toEqual([
      'kayit create',
      'kayit update',
      'kayit create',
      'kayit create',
      'kayit delete',
    ])
    expect(data.payments).toMatchObject([
      { kayit_id: id, kind: 'payment', method: 'cash', amount_kurus: 123_450, note: 'Kapora, elden' },
    ])
    expect(JSON.stringify(data.changes)).toContain('Balata ve disk değişti')
    expect(JSON.stringify(data)).not.toContain(ctx.actor.username)
  })

  test('name the e-mail addresses of their own sendings, also of a record that is another’s now', async () => {
    const { ctx, id, customer } = await shop()
    const recipientsOf = async (of: number) => {
      const data = JSON.parse(await jsonOf(await personalDataBook(ctx, { id: of, format: 'JSON' })))
      return data.mails.map(({ recipient }: { recipient: string }) => recipient)
    }
    await mailShare(ctx, mailedShare(id, ctx.actor.shop, 'ayse@ornek.test'))
    await save(ctx, { id, info: { musteri_adi_soyadi: 'Veli Kaya', musteri_tel: '0533 1', tc_vergino: '' } })
    await mailShare(ctx, mailedShare(id, ctx.actor.shop, 'veli@ornek.test'))
    expect(await recipientsOf(customer)).toEqual(['ayse@ornek.test'])
    expect(await recipientsOf(await customerOf(ctx, id))).toEqual(['veli@ornek.test'])
  })

  test('have as a PDF the shop, the day, the purposes, records with cars, items and the sum', async () => {
    const { ctx, customer } = await shop()
    const pdf = createPdfService({ threads: 1, timeLimit: 120_000 })
    try {
      const book = await personalDataBook(ctx, { id: customer, format: 'PDF' })
      const { text } = await readPdf(Uint8Array.from(await bytesOf(pdfChunks(book, pdf))))
      for (const part of [
        'Kişisel Veri Dökümü',
        'Yıldız Oto',
        '21.11.2026',
        'servis kaydı tutmak',
        'Ayşe Işık',
        '10000000146',
        'WVWZZZ1JZXW000001',
        'Fren sesi var',
        'Sabah arayın',
        'çöp kutusunda',
        'Kapora, elden',
        '1.234,50',
        // The total omits the record in the trash.
        '2.901,00',
      ])
        expect(text.replace(/\s+/g, ' ')).toContain(part)
    } finally {
      await pdf.close()
    }
  })

  test('name a quote as one, and do not add it to the sum', async () => {
    const { ctx, customer } = await shop()
    await save(ctx, {
      stage: 'quote',
      info,
      islemler: [{ islem_adi: 'Motor', islem_adet: 1, fiyat_kurus: 5_000_000 }],
    })
    const pdf = createPdfService({ threads: 1, timeLimit: 120_000 })
    try {
      const book = await personalDataBook(ctx, { id: customer, format: 'PDF' })
      const { text } = await readPdf(Uint8Array.from(await bytesOf(pdfChunks(book, pdf))))
      const words = text.replace(/\s+/g, ' ')
      for (const part of ['Teklif', '50.000,00', '2.901,00']) expect(words).toContain(part)
      expect(words).not.toContain('52.901,00')
    } finally {
      await pdf.close()
    }
    const { records } = JSON.parse(
      await jsonOf(await personalDataBook(ctx, { id: customer, format: 'JSON' })),
    )
    expect(records.map(({ stage }: { stage: string }) => stage)).toEqual(['visit', 'visit', 'visit', 'quote'])
  })

  test('are a row of the change log before their first byte, and only for the owner', async () => {
    const { user, ctx, customer } = await shop()
    const { get } = requests(testApp(db))
    const address = `/oto-servis/api/export/personal-data?format=JSON&id=${customer}`
    const reply = await get(address, { cookie: `session_id=${await startSession(db, user)}` })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-disposition')).toContain(`${customer}.json`)
    expect((await changesIn(db, user.id)).at(-1)).toMatchObject({
      noun: 'customer',
      verb: 'read',
      target_id: customer,
      title: 'Ayşe Işık',
      detail: JSON.stringify({ count: 3, format: 'JSON' }),
    })
    const desk = await buildUser(db, { shop_id: user.id, role: 'desk', email: '', email_key: '' })
    const refused = await get(address, { cookie: `session_id=${await startSession(db, desk)}` })
    expect(refused.status).toBe(403)
    await expect(personalDataBook(ctx, { id: 2_000_000_000, format: 'PDF' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('come record by record for a customer with 5,000 visits, as a PDF while it is not too long', async () => {
    const { ctx, id, customer } = await shop()
    await db.updateTable('kayit').set({ islem_sayisi: 1 }).where('id', '=', id).execute()
    await copyRow(ctx, id, { count: 5_000 })
    const book = await personalDataBook(ctx, { id: customer, format: 'JSON' })
    let counted = 0
    const parts: string[] = []
    for await (const part of book.json?.((rows) => (counted += rows)) ?? []) parts.push(part)
    expect(parts.length).toBeGreaterThan(25)
    const data = JSON.parse(parts.join(''))
    expect(counted).toBe(5_003 + data.changes.length)
    expect(data.records).toHaveLength(5_003)

    const names = ({ sheets }: typeof book) => sheets.map(({ name }) => name)
    expect(names(book)).toContain('Değişiklik geçmişi')
    const pdf = createPdfService({ threads: 1 })
    try {
      // With two items each, the records do not fit together with the changes; with three, they do not fit at all.
      const itemsEach = async (islem_sayisi: number) => {
        const theirs = db.updateTable('kayit').set({ islem_sayisi }).where('shop_id', '=', ctx.actor.shop)
        await theirs.where('id', '<', id + 4_500).execute()
        return personalDataBook(ctx, { id: customer, format: 'PDF' })
      }
      const shorter = await itemsEach(2)
      expect(names(shorter)).not.toContain('Değişiklik geçmişi')
      const cells = await Promise.all(shorter.sheets.slice(0, 1).map(cellsOf))
      expect(JSON.stringify(cells)).toContain('JSON dosyasındadır')
      const longest = await itemsEach(3)
      expect(() => pdfChunks(longest, pdf)).toThrow(exportMessages.pdfTooLongForJson)
    } finally {
      await pdf.close()
    }
  })

  test('are those of one moment, whatever is saved while the file is written', async () => {
    const { ctx, id, customer } = await shop()
    const snapshot = await openSnapshot(db, 60_000)
    try {
      const book = await personalDataBook({ ...ctx, db: snapshot.db }, { id: customer, format: 'JSON' })
      await save(ctx, { id, info: { aciklama: 'Sonradan yazıldı', musteri_adi_soyadi: 'Ayşe Sonra' } })
      await save(ctx, { info: { ...info, giris_tarihi: '2026-11-20' } })
      const text = await jsonOf(book)
      expect(text).not.toContain('Sonra')
      expect(JSON.parse(text).records).toHaveLength(3)
    } finally {
      await snapshot.close()
    }
  })
})
