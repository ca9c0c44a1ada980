import { gunzipSync } from 'node:zlib'

import { beforeEach, describe, expect, test } from 'vitest'

import { deleteKayit, restoreKayit } from '#server/kayit/operations.ts'
import { eraseCustomer } from '#server/personal-data/erase.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { revokeShare } from '#server/share/operations.ts'
import { sharePath } from '#shared/share/rules.ts'
import { customerOf } from '#tests/support/rows/accounts.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, TEST_NOW, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { take } from '#tests/support/rows/payment.ts'
import { createShareToken, share } from '#tests/support/rows/share.ts'
import type { Reply } from '#tests/support/panel/app.ts'
import { publicApp, visitPage } from '#tests/support/panel/public-page.ts'

const db = await testDatabase()
const DAY_MS = 86_400_000
const info = {
  musteri_adi_soyadi: 'Elvan Kırçıl',
  musteri_tel: '0532 765 43 21',
  plaka: '16 JYG 548',
  sasi_no: 'WVWZZZ1JZ3W386752',
  tc_vergino: '10000000146',
  motor_no: 'MTR778899',
  arac_marka: 'Renault',
  arac_model: 'Clio',
  giris_tarihi: '2026-11-20',
  musteri_talebi: 'Frenden ses geliyor',
  aciklama: 'Balatalar bitmiş',
}
const islemler = [
  { islem_adi: 'Ön fren balatası', islem_adet: 2, fiyat_kurus: 120_000 },
  { islem_adi: 'İşçilik', islem_adet: 1, fiyat_kurus: 60_000 },
]

type Visitor = { now?: Date }

let ctx: UserCtx
let kayit_id: number
let token: string
let id: number
beforeEach(async () => {
  ctx = userCtx(
    db,
    await buildUser(db, {
      company_name: 'Işık Oto',
      company_tel: '0224 123 45 67',
      company_adress: 'Sanayi Sitesi 12\nNilüfer',
    }),
  )
  kayit_id = (await save(ctx, { info, islemler })).id
  ;({ token, id } = await share(ctx, { kayit_id }))
})

const visit = (path: string, { now }: Visitor = {}, init: RequestInit = {}) =>
  visitPage(publicApp(db, now), path, init)

/** The status, text and headers that must be the same for every token without an open link. */
const outcome = ({ status, text, headers }: Reply) => ({
  status,
  text,
  headers: Object.fromEntries([...headers].filter(([name]) => name !== 'x-request-id')),
})
describe('the page of a link', () => {
  test('shows the shop, the car, the first name, the work and its sums', async () => {
    const { status, text } = await visit(token)
    expect(status).toBe(200)
    for (const shown of [
      '<title>Servis fişi 20.11.2026 – Işık Oto</title>',
      'href="tel:+902241234567"',
      '0 (224) 123 45 67',
      'Sanayi Sitesi 12 Nilüfer',
      'https://www.google.com/maps/search/?api=1&amp;query=Sanayi%20Sitesi%2012%20Nil%C3%BCfer',
      '16 JYG 548',
      'Renault · Elvan için · 20.11.2026',
      'Ön fren balatası',
      '2 × ₺1.200,00',
      '₺2.400,00',
      '₺2.500,00',
      '₺500,00',
      '₺3.000,00',
      `href="/oto-servis/p/${token}/pdf"`,
      'Mali değeri yoktur.',
      '21.12.2026',
    ])
      expect(text).toContain(shown)
    expect(text.length).toBeLessThan(30_000)
  })

  test('names no phone, tax, chassis or engine number, surname, request or note of the customer', async () => {
    const { text } = await visit(token)
    const digits = text.replace(/\D/g, '')
    for (const hidden of [
      'Kırçıl',
      'WVWZZZ',
      '10000000146',
      'MTR778899',
      'Frenden',
      'Balatalar bitmiş',
      'Clio',
    ])
      expect(text).not.toContain(hidden)
    expect(digits).not.toContain('5327654321')
  })

  test('without VAT shows net amounts and says so', async () => {
    const plain = await share(ctx, { kayit_id, with_vat: false })
    const { text } = await visit(plain.token)
    for (const shown of ['2 × ₺1.000,00', '₺2.000,00', '₺2.500,00', 'Fiyatlara KDV dahil değildir.'])
      expect(text).toContain(shown)
    expect(text).not.toContain('₺3.000,00')
  })

  test('shows the record as it is now, with its payments', async () => {
    await take(ctx, { kayit_id, amount_kurus: 100_000 })
    await save(ctx, { id: kayit_id, info: { plaka: '16 AB 1' }, islemler: islemler.slice(0, 1) })
    const { text } = await visit(token)
    for (const shown of ['16 AB 1', '₺2.400,00', 'Ödenen', '₺1.000,00', 'Kalan', '₺1.400,00'])
      expect(text).toContain(shown)
    expect(text).not.toContain('İşçilik')
  })

  test('says that payments are with VAT where prices are not, and what was paid too much', async () => {
    const plain = await share(ctx, { kayit_id, with_vat: false })
    await take(ctx, { kayit_id, amount_kurus: 100_000 })
    expect((await visit(plain.token)).text).toMatch(/Ödenen \(KDV dahil\)[^₺]*₺1\.000,00/)
    await take(ctx, { kayit_id, amount_kurus: 250_000 })
    for (const [of, label] of [
      [plain.token, 'Fazla ödenen (KDV dahil)'],
      [token, 'Fazla ödenen'],
    ] as const) {
      const { text } = await visit(of)
      expect(text).toMatch(new RegExp(`${label.replace(/[()]/g, '\\$&')}</dt>\\s*<dd class="">₺500,00`))
      expect(text).not.toContain('Kalan')
    }
  })

  test('is never stored, indexed, framed or able to run a script', async () => {
    for (const path of [token, `${token}/pdf`, 'x']) {
      const { headers } = await visit(path)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('set-cookie')).toBeNull()
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      )
    }
    const { text } = await visit(token)
    expect(text).toContain('<meta name="robots" content="noindex,nofollow" />')
    expect(text).not.toMatch(/<script|<link|<img|style="|\bon\w+=/i)
  })

  test('gives the PDF without what identifies the customer and the car', async () => {
    const plain = await share(ctx, { kayit_id, with_vat: false })
    const [vat, net] = [await visit(`${token}/pdf`), await visit(`${plain.token}/pdf`)]
    expect(JSON.parse(net.text)).toMatchObject({ variant: 'plain', isPublic: true, plaka: info.plaka })
    expect(JSON.parse(vat.text)).toMatchObject({
      variant: 'vat',
      musteri_adi_soyadi: 'Elvan',
      arac_model: info.arac_model,
    })
    const { sasi_no, tc_vergino, motor_no, musteri_talebi, aciklama } = info
    for (const hidden of ['Kırçıl', '765', sasi_no, tc_vergino, motor_no, musteri_talebi, aciklama])
      expect(vat.text + net.text).not.toContain(hidden)
    expect(vat.headers.get('content-type')).toBe('application/pdf')
    expect(vat.headers.get('content-disposition')).toBe('inline; filename="servis-fisi-2026-11-20-kdvli.pdf"')
  })

  test('of 20 items has at most 30 KB, and is compressed where the browser allows', async () => {
    const items = Array.from({ length: 20 }, (_, index) => ({ ...islemler[0], islem_adi: `Parça ${index}` }))
    const long = await save(ctx, { info, islemler: items })
    const { token: other } = await share(ctx, { kayit_id: long.id })
    const plain = await visit(other)
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(Buffer.byteLength(plain.text)).toBeLessThanOrEqual(30_000)
    const headers = { 'accept-encoding': 'gzip, br' }
    const sent = await publicApp(db).request(sharePath(other), { headers })
    expect(sent.headers.get('content-encoding')).toBe('gzip')
    expect(sent.headers.get('vary')).toContain('Accept-Encoding')
    const bytes = Buffer.from(await sent.arrayBuffer())
    expect(bytes.length).toBeLessThan(5_000)
    expect(gunzipSync(bytes).toString()).toBe(plain.text)
  })

  test('of a shop without a name has its heading once', async () => {
    const nameless = userCtx(db, await buildUser(db, { company_name: '', company_tel: '' }))
    const made = await save(nameless, { info, islemler })
    const { text } = await visit((await share(nameless, { kayit_id: made.id })).token)
    expect(text.match(/Servis fişi/g)).toHaveLength(2)
    expect(text).toMatch(/<title>Servis fişi [\d.]{10}<\/title>/)
    expect(text).not.toContain('<header>')
  })

  test('escapes hostile texts, which cannot turn the text around them', async () => {
    const evil = `</title><script>alert(1)</script><img src=x onerror=alert(2)>"'\u202E\u2069`
    const other = userCtx(
      db,
      await buildUser(db, { company_name: evil, company_tel: evil, company_adress: evil }),
    )
    const made = await save(other, {
      info: { ...info, musteri_adi_soyadi: evil, plaka: evil.slice(0, 60), arac_marka: evil },
      islemler: [{ islem_adi: evil, islem_adet: 2, fiyat_kurus: 1 }],
    })
    const { text } = await visit((await share(other, { kayit_id: made.id })).token)
    expect(text).toContain('&lt;script&gt;')
    expect(text).not.toMatch(/<script|<img|onerror=alert\(2\)>"/)
    expect(text.match(/<title>/g)).toHaveLength(1)
    expect(text).not.toContain('\u2069</bdi>')
  })
})

describe('a token without an open link', () => {
  const gone = async (visitor: Visitor = {}) => outcome(await visit('A'.repeat(32), visitor))

  test.each([
    ['unknown', async () => createShareToken(ctx.actor.shop)],
    ['of another shop', async () => createShareToken((await buildUser(db)).id).slice(0, 8) + token.slice(8)],
    ['of no shop', async () => createShareToken(2 ** 40)],
    ['changed in its last letter', async () => token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')],
    ['too long', async () => `${token}A`],
    ['empty', async () => ''],
    ['malformed', async () => '%00%ff<script>'],
    ['with a path', async () => `${token}/logo`],
    ['revoked', async () => (await revokeShare(ctx, { id }), token)],
    ['of a deleted record', async () => (await deleteKayit(ctx, { kayit_id }), token)],
    [
      'of an erased customer',
      async () => {
        await eraseCustomer(ctx, { id: await customerOf(ctx, kayit_id), reason: 'request' })
        return token
      },
    ],
    [
      'of a suspended shop',
      async () => {
        await shopChange({ suspended_at: TEST_NOW, suspended_reason: 'Ödeme bekleniyor.' })
        return token
      },
    ],
    ['of a closed shop', async () => (await shopChange({ closed_at: TEST_NOW }), token)],
  ])('%s gets the one 404', async (_, made) => {
    const path = await made()
    expect(outcome(await visit(path))).toEqual(await gone())
    expect(outcome(await visit(`${path}/pdf`))).toEqual(await gone())
    expect((await visit(path)).status).toBe(404)
  })

  test('expired gets the one 404 from the second on which it ends', async () => {
    const ends = new Date(TEST_NOW.getTime() + 30 * DAY_MS)
    expect((await visit(token, { now: new Date(ends.getTime() - 1) })).status).toBe(200)
    expect(outcome(await visit(token, { now: ends }))).toEqual(await gone({ now: ends }))
  })

  const shopChange = (change: object) =>
    db.updateTable('shops').set(change).where('id', '=', ctx.actor.shop).execute()

  test('opens again when the record is restored or the shop is opened', async () => {
    await deleteKayit(ctx, { kayit_id })
    await restoreKayit(ctx, { kayit_id })
    expect((await visit(token)).status).toBe(200)
    await shopChange({ suspended_at: TEST_NOW })
    await shopChange({ suspended_at: null })
    expect((await visit(token)).status).toBe(200)
  })

  test('is the same for the shop’s own session and for none', async () => {
    const answer = await visit(`${token}A`, {}, { headers: { cookie: 'session_id=x' } })
    expect(outcome(answer)).toEqual(await gone())
  })
})

test('only reading is allowed', async () => {
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    const { status, headers } = await visit(token, {}, { method })
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  }
})
