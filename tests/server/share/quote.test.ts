import { beforeEach, describe, expect, test } from 'vitest'

import { deleteKayit, purgeDeleted, restoreKayit } from '#server/kayit/operations.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { listShares, revokeShare } from '#server/share/operations.ts'
import { quoteMessages } from '#shared/quote/messages.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { publicApp, visitPage } from '#tests/support/panel/public-page.ts'
import { buildUser, TEST_NOW, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { quote, QUOTED } from '#tests/support/rows/quote.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'
import { createShareToken, share } from '#tests/support/rows/share.ts'
import { arrive } from '#tests/support/rows/stages.ts'

const db = await testDatabase()
const DAY_MS = 86_400_000

let ctx: UserCtx
let kayit_id: number
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db, { company_name: 'Işık Oto' }))
  kayit_id = await quote(ctx)
})

const send = (body: Partial<Parameters<typeof share>[1]> = {}) => share(ctx, { kayit_id, ...body })
const page = async (token: string, now = TEST_NOW) => (await visitPage(publicApp(db, now), token)).text
const aboutOf = async (token: string) => /<p class="about">([^<]*)/.exec(await page(token))?.[1]
const numberOf = async (of: { token: string }) =>
  /T-\d+-\d+(?:, \d+\. teklif)?/.exec(await page(of.token))?.[0]
const later = () => {
  ctx = { ...ctx, now: new Date(ctx.now.getTime() + DAY_MS) }
}
const sentRows = () =>
  db.selectFrom('quote').where('shop_id', '=', ctx.actor.shop).orderBy('number').selectAll().execute()

describe('the number and the version of a quote', () => {
  test('the first sending gives the next number of the shop and the year', async () => {
    expect(await sentRows()).toEqual([])
    expect(await numberOf(await send())).toBe('T-2026-0001')
    expect(await numberOf(await share(ctx, { kayit_id: await quote(ctx) }))).toBe('T-2026-0002')
    const other = userCtx(db, await buildUser(db))
    expect(await numberOf(await share(other, { kayit_id: await quote(other) }))).toBe('T-2026-0001')
  })

  test('a year begins with 1, by the day in Istanbul', async () => {
    await send()
    ctx = { ...ctx, now: new Date('2026-12-31T21:00:00Z') }
    const next = await quote(ctx, { quote_valid_until: '2027-01-31' })
    const { token } = await share(ctx, { kayit_id: next })
    expect(await page(token, ctx.now)).toContain('T-2027-0001')
  })

  test('an unchanged quote keeps its version, on another day and without VAT, too', async () => {
    await send()
    later()
    expect(await numberOf(await send())).toBe('T-2026-0001')
    expect(await numberOf(await send({ with_vat: false }))).toBe('T-2026-0001')
    await save(ctx, { id: kayit_id, info: { aciklama: 'Başka not', musteri_tel: '0532 000 00 00' } })
    expect(await numberOf(await send())).toBe('T-2026-0001')
  })

  test.each([
    ['a price', { islemler: [{ islem_adi: 'İşçilik', islem_adet: 1, fiyat_kurus: 1 }] }],
    ['the validity', { quote_valid_until: '2026-12-01' }],
    ['the plate', { info: { plaka: '34 ABC 124' } }],
  ])('a change of %s makes the next version, and the number stays', async (_, change) => {
    await send()
    await save(ctx, { id: kayit_id, info: {}, ...change })
    expect(await numberOf(await send())).toBe('T-2026-0001, 2. teklif')
    expect(await numberOf(await send())).toBe('T-2026-0001, 2. teklif')
  })

  test('a link shows the version that was sent, and says that there is a newer one', async () => {
    const first = await send()
    await save(ctx, {
      id: kayit_id,
      info: {},
      islemler: [{ islem_adi: 'Rot', islem_adet: 1, fiyat_kurus: 100 }],
    })
    expect(await page(first.token)).toContain('Ön fren balatası')
    expect(await page(first.token)).toContain('Onaylıyorum')
    const second = await send()
    expect(await page(first.token)).toContain('Ön fren balatası')
    expect(await page(first.token)).toContain('Bu teklif yenilendi.')
    expect(await page(first.token)).not.toContain('Onaylıyorum')
    expect(await page(second.token)).toContain('Rot')
    expect(await page(second.token)).toContain('Onaylıyorum')
  })

  test('a number is given once, also when its quote is removed for good', async () => {
    await send()
    await deleteKayit(ctx, { kayit_id })
    await purgeDeleted(db, new Date(TEST_NOW.getTime() + 31 * 86_400_000))
    const left = await db.selectFrom('quote').where('kayit_id', '=', kayit_id).selectAll().execute()
    expect(left).toMatchObject([{ number: 1, terms_hash: null }])
    kayit_id = await quote(ctx)
    expect(await numberOf(await send())).toBe('T-2026-0002')
  })

  test('the content proves what was sent: another text is refused', async () => {
    const { token, id } = await send()
    await db.updateTable('share').set({ content: '{"lines":[]}' }).where('id', '=', id).execute()
    expect((await visitPage(publicApp(db), token)).status).toBe(500)
  })
})

describe('the sending of a quote', () => {
  test('refuses a quote without work, and one whose validity has passed', async () => {
    await save(ctx, { id: kayit_id, info: {}, islemler: [] })
    await expectRefusal(send(), { code: 'INVALID', message: quoteMessages.empty })
    await save(ctx, { id: kayit_id, info: {}, islemler: QUOTED.islemler, quote_valid_until: '2026-11-20' })
    await expectRefusal(send(), { code: 'INVALID', message: quoteMessages.overdue })
    expect(await sentRows()).toEqual([])
    await save(ctx, { id: kayit_id, info: {}, quote_valid_until: '2026-11-21' })
    expect(await numberOf(await send())).toBe('T-2026-0001')
  })

  test('of a token that showed an older version is refused and changes nothing', async () => {
    const token = createShareToken(ctx.actor.shop)
    await send({ token })
    await send({ token, way: 'copy' })
    await save(ctx, { id: kayit_id, info: {}, quote_valid_until: '2026-12-01' })
    await expectRefusal(send({ token }), { code: 'CONFLICT', message: quoteMessages.changed })
    expect(await sentRows()).toMatchObject([{ version: 1 }])
    expect(await numberOf(await send())).toBe('T-2026-0001, 2. teklif')
  })

  test('lists and ends its links like those of a record', async () => {
    const { id, token } = await send()
    expect((await listShares(ctx, { kind: 'record', id: kayit_id })).links).toMatchObject([{ id }])
    await revokeShare(ctx, { id })
    expect((await visitPage(publicApp(db), token)).status).toBe(404)
  })

  test('stays closed while the record is deleted', async () => {
    const { token } = await send()
    await deleteKayit(ctx, { kayit_id })
    expect((await visitPage(publicApp(db), token)).status).toBe(404)
    expect((await visitPage(publicApp(db), `${token}/pdf`)).status).toBe(404)
    await restoreKayit(ctx, { kayit_id })
    expect((await visitPage(publicApp(db), token)).status).toBe(200)
  })
})

const HIDDEN = ['Işık<', '765 43 21', '7654321', '10000000146', 'WVWZZZ', 'Frenden ses', 'Balatalar bitmiş']

describe('the page and the document of a quote', () => {
  test('show number, version, first name, lines and totals, and nothing else of the customer', async () => {
    const { token } = await send()
    expect(await aboutOf(token)).toMatch(/T-2026-0001.* · .*Renault.* · .*Ayşe.* · .*21\.11\.2026/)
    const text = await page(token)
    for (const shown of [
      '<h1>Teklif</h1>',
      '34 ABC 123',
      'Yapılacak işler',
      '2 × ₺1.200,00',
      '₺2.400,00',
      'KDV hariç toplam',
      '₺3.500,00',
      '₺4.200,00',
      '30.11.2026 gününün sonuna kadar geçerlidir',
      'Bu sayfa 21.11.2026 tarihli teklifi gösterir.',
    ])
      expect(text).toContain(shown)
    for (const hidden of HIDDEN) expect(text.replaceAll('Işık Oto', '')).not.toContain(hidden)
  })

  test('show net prices where the paper has no VAT', async () => {
    const text = await page((await send({ with_vat: false })).token)
    expect(text).toContain('Fiyatlara KDV dahil değildir.')
    expect(text).toContain('3 iş, KDV hariç')
    expect(text).toContain('₺3.500,00')
    expect(text).not.toContain('₺4.200,00')
  })

  test('the document is the sent version, under its number', async () => {
    const { token } = await send()
    await save(ctx, { id: kayit_id, info: { musteri_adi_soyadi: 'Başka Kişi' }, islemler: [] })
    later()
    const { text, headers } = await visitPage(publicApp(db, ctx.now), `${token}/pdf`)
    expect(headers.get('content-disposition')).toBe('inline; filename="teklif-T-2026-0001.pdf"')
    const { quote: title, lines, musteri_adi_soyadi } = JSON.parse(text) as Record<string, unknown>
    expect(title).toMatchObject({ valid_until: '2026-11-30', title: 'T-2026-0001' })
    expect(lines).toHaveLength(3)
    expect(musteri_adi_soyadi).toBe('Ayşe')
    for (const hidden of HIDDEN) expect(text).not.toContain(hidden)
  })

  test('of a quote that became a visit say so', async () => {
    const { token } = await send()
    await arrive(ctx, { id: kayit_id })
    const text = await page(token)
    expect(text).toContain('Bu teklif iş emrine çevrildi.')
    expect(text).not.toContain('<form')
  })

  test('after the last day of its prices say so', async () => {
    const { token } = await send()
    const at = (day: string) => page(token, new Date(day))
    expect(await at('2026-11-30T20:59:00Z')).toContain('Onaylıyorum')
    expect(await at('2026-11-30T21:00:00Z')).toContain('Bu teklifin süresi doldu.')
    expect(await at('2026-11-30T21:00:00Z')).not.toContain('<form')
  })
})
