import { expect, onTestFinished, test } from 'vitest'

import { type PdfService, createPdfService } from '#server/platform/documents/pdf-service.ts'
import type { ServiceDocument } from '#server/platform/documents/service-document.ts'
import { kayitDocument } from '#server/kayit/document.ts'
import { deleteKayit } from '#server/kayit/operations.ts'

import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { reverse, take } from '#tests/support/rows/payment.ts'
import { build } from '#tests/support/rows/kayit.ts'
import { readPdf, withoutSpace } from '#tests/support/documents/read-pdf.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'
import { withoutTables } from '#tests/support/documents/without-tables.ts'

const db = await testDatabase()

/** Returns a service that records its input and returns the bytes 1, 2, 3. */
function recorder() {
  const rendered: ServiceDocument[] = []
  const pdf: PdfService = {
    renderForm: () => Promise.reject(new Error('no forms')),
    render(document) {
      rendered.push(document)
      return Promise.resolve(Uint8Array.of(1, 2, 3))
    },
    ...withoutTables,
    load: () => ({ inUse: 0, waiting: 0 }),
    close: () => Promise.resolve(),
  }
  return { pdf, rendered }
}

const company = { company_name: 'Usta Oto', company_tel: '444 12 34', company_adress: 'Sanayi Sk. 1' }
const items = [
  { islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 10_005 },
  { islem_adi: 'Balata', islem_adet: 4, fiyat_kurus: 1 },
]

test('a document has the shop, the record, and lines whose amounts add up', async () => {
  const { pdf, rendered } = recorder()
  const ctx = userCtx(db, await buildUser(db, company), { pdf })
  const png = Uint8Array.of(137, 80, 78, 71)
  await db.insertInto('logo').values({ shop_id: ctx.actor.shop, png, width: 1, height: 1 }).execute()
  const note = { private_note: 'Pazarlık eder' }
  const { kayit } = await build(ctx, { plaka: '34 İST 1', giris_tarihi: '2026-11-05', ...note }, items)

  const { file, name } = await kayitDocument(ctx, { kayit_id: kayit.id, variant: 'vat' })
  expect(file).toEqual(Uint8Array.of(1, 2, 3))
  expect(name).toBe('34IST1-2026-11-05-kdvli.pdf')
  const [document] = rendered
  expect(document).toMatchObject({
    variant: 'vat',
    issuedOn: '2026-11-21',
    company: { name: 'Usta Oto', tel: '444 12 34', address: 'Sanayi Sk. 1' },
    kayit: { id: kayit.id, plaka: '34 İST 1' },
    // 100,05 / 1,2 = 83,375 → 83,38; 4 × 0,01 = 0,04 → 0,0333… → 0,03.
    lines: [
      {
        ...named(0),
        fiyat_kurus: 10_005,
        birim_net_kurus: 8338,
        brut_kurus: 10_005,
        net_kurus: 8338,
        kdv_kurus: 1667,
      },
      { ...named(1), fiyat_kurus: 1, birim_net_kurus: 1, brut_kurus: 4, net_kurus: 3, kdv_kurus: 1 },
    ],
    rates: [{ kdv_orani: 20, brut_kurus: 10_009, net_kurus: 8341, kdv_kurus: 1668 }],
    totals: { brut_kurus: 10_009, net_kurus: 8341, kdv_kurus: 1668 },
  })
  expect([...(document?.company.logo ?? [])]).toEqual([...png])
  // No document contains the private note.
  expect(JSON.stringify(document)).not.toContain('Pazarlık')
})

test('a shop without a logo and a record without items, plate and entry date can be printed', async () => {
  const { pdf, rendered } = recorder()
  const ctx = userCtx(db, await buildUser(db), { pdf })
  const { kayit } = await build(ctx, { plaka: '', sasi_no: 'S1', kayit_tarihi: '2026-10-01' })
  const { name } = await kayitDocument(ctx, { kayit_id: kayit.id, variant: 'plain' })
  expect(name).toBe('servis-fisi-2026-10-01.pdf')
  const totals = { brut_kurus: 0, net_kurus: 0, kdv_kurus: 0 }
  expect(rendered).toMatchObject([{ variant: 'plain', company: { logo: null }, lines: [], totals }])
})

test('names, plate and amounts can be read from the finished PDF', async () => {
  const pdf = createPdfService({ threads: 1, timeLimit: 120_000 })
  onTestFinished(() => pdf.close())
  const ctx = userCtx(db, await buildUser(db, company), { pdf })
  const { kayit } = await build(ctx, { musteri_adi_soyadi: 'Işıl Çağrı', plaka: '34 İST 1' }, items)
  const vat = await readPdf((await kayitDocument(ctx, { kayit_id: kayit.id, variant: 'vat' })).file)
  for (const text of ['Usta Oto', 'Işıl Çağrı', '34 İST 1', 'Balata', '83,38', '100,05', '100,09'])
    expect(vat.solid).toContain(withoutSpace(text))
  const plain = await readPdf((await kayitDocument(ctx, { kayit_id: kayit.id, variant: 'plain' })).file)
  expect(plain.solid).toContain(withoutSpace('Fiyatlara KDV dahil değildir.'))
  expect(plain.solid).not.toContain('100,09')
})

test('a document says what was paid once a payment is stored, also after it was cancelled', async () => {
  const { pdf, rendered } = recorder()
  const ctx = userCtx(db, await buildUser(db), { pdf })
  const { kayit } = await build(ctx, { plaka: '34 İST 1' }, items)
  const print = async () => {
    await kayitDocument(ctx, { kayit_id: kayit.id, variant: 'vat' })
    return rendered.at(-1)?.paid
  }
  expect(await print()).toBeNull()
  const { payments } = await take(ctx, { kayit_id: kayit.id, amount_kurus: 4_009 })
  expect(await print()).toEqual({ paid_kurus: 4_009, rest_kurus: 6_000 })
  await reverse(ctx, { id: payments[0]?.id ?? 0 })
  expect(await print()).toEqual({ paid_kurus: 0, rest_kurus: 10_009 })
})

test('a record of another shop, a deleted or an unknown one has no document', async () => {
  const { pdf, rendered } = recorder()
  const ctx = userCtx(db, await buildUser(db), { pdf })
  const other = userCtx(db, await buildUser(db), { pdf })
  const theirs = await build(other)
  const deleted = await build(ctx)
  await deleteKayit(ctx, { kayit_id: deleted.kayit.id })
  for (const kayit_id of [theirs.kayit.id, deleted.kayit.id, 9_007_199_254_740_991])
    await expectRefusal(kayitDocument(ctx, { kayit_id, variant: 'vat' }), {
      code: 'NOT_FOUND',
      message: 'Kayıt bulunamadı.',
    })
  expect(rendered).toEqual([])
})

function named(index: 0 | 1) {
  const { islem_adi, islem_adet } = items[index] ?? {}
  return { islem_adi, islem_adet }
}
