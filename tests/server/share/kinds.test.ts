import { beforeEach, describe, expect, test } from 'vitest'

import { mergeLinked, separateLinked } from '#server/directory/merge.ts'
import { deleteKayit } from '#server/kayit/operations.ts'
import { eraseCustomer } from '#server/personal-data/erase.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { listShares, revokeShare } from '#server/share/operations.ts'
import { paymentMessages } from '#shared/payment/messages.ts'
import { shareMessages } from '#shared/share/messages.ts'
import type { ShareKind } from '#shared/share/schema.ts'
import { staffMessages } from '#shared/staff/messages.ts'
import { accountShop, customerOf, visit } from '#tests/support/rows/accounts.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { TEST_NOW, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { take } from '#tests/support/rows/payment.ts'
import { linksOf } from '#tests/support/rows/personal-data.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'
import { share } from '#tests/support/rows/share.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { publicApp, visitPage } from '#tests/support/panel/public-page.ts'

const db = await testDatabase()

let ctx: UserCtx
let owner: TestUser
let kayit_id: number
let customer: number
let car: number
beforeEach(async () => {
  ;({ ctx, owner } = await accountShop(db))
  await db.updateTable('shops').set({ company_name: 'Işık Oto' }).where('id', '=', owner.id).execute()
  ;({ kayit_id, customer_id: customer } = await visit(ctx, { name: 'Ayşe Işık', total: 50_000 }))
  car = (await linksOf(db, kayit_id)).vehicle_id
  await save(ctx, {
    id: kayit_id,
    info: {
      musteri_tel: '0532 765 43 21',
      tc_vergino: '10000000146',
      sasi_no: 'WVWZZZ1JZ3W386752',
      km_bilgisi: 81_500,
      musteri_talebi: 'Frenden ses',
      aciklama: 'Not',
    },
  })
  await take(ctx, { kayit_id, amount_kurus: 20_000, note: 'gizli not' })
})

const visitLink = (token: string, now?: Date) => visitPage(publicApp(db, now), token)
const statusOf = async (token: string) => (await visitLink(token)).status
const statement = (period: { from?: string; to?: string } = {}) =>
  share(ctx, { kind: 'statement', id: customer, ...period })
const history = () => share(ctx, { kind: 'vehicle', id: car })
const PERSONAL = [
  'Işık<',
  'Işık ',
  '765 43 21',
  '7654321',
  '10000000146',
  'WVWZZZ',
  'Frenden ses',
  'gizli not',
]

describe('the link of a statement', () => {
  test('shows the account of its day with the first name, and says so', async () => {
    const { token } = await statement()
    const { text } = await visitLink(token)
    for (const shown of [
      '<h1>Hesap ekstresi</h1>',
      'Ayşe',
      '21.11.2026 tarihli',
      'Fren balatası (+1)',
      '34 AYS 34',
      '₺500,00',
      'Nakit',
      '−₺200,00',
      'Bakiye ₺300,00',
      'Borcunuz',
      'Bu sayfa 21.11.2026 tarihlidir; sonraki hareketleri göstermez.',
    ])
      expect(text).toContain(shown)
    for (const hidden of PERSONAL) expect(text.replaceAll('Işık Oto', '')).not.toContain(hidden)
  })

  test('is frozen: later payments, visits and names change nothing, and its hash proves it', async () => {
    const { token, id } = await statement()
    const before = (await visitLink(token)).text
    await take(ctx, { kayit_id, amount_kurus: 30_000 })
    await visit(ctx, { name: 'Ayşe Işık', plate: '34 AYS 35', total: 70_000 })
    expect((await visitLink(token)).text).toBe(before)
    await db.updateTable('share').set({ content: '{"rows":[]}' }).where('id', '=', id).execute()
    expect((await visitLink(token)).status).toBe(500)
  })

  test('of a period begins with the balance before it', async () => {
    const { text } = await visitLink((await statement({ from: '2026-11-15', to: '2026-11-30' })).token)
    expect(text).toContain('15.11.2026–30.11.2026')
    expect(text).toContain('Devreden bakiye')
    expect(text).not.toContain('Fren balatası')
  })

  test('gives the PDF of the same day', async () => {
    const { token } = await statement()
    await take(ctx, { kayit_id, amount_kurus: 30_000 })
    const { text, headers } = await visitLink(`${token}/pdf`)
    expect(headers.get('content-disposition')).toBe('inline; filename="hesap-ekstresi-2026-11-21.pdf"')
    expect(JSON.parse(text)).toMatchObject({
      letter: 'statement',
      name: 'Ayşe',
      total: { label: 'Borcunuz', kurus: 30_000 },
    })
    for (const hidden of PERSONAL) expect(text.replaceAll('Işık Oto', '')).not.toContain(hidden)
  })

  test('is refused when it is too long to store', async () => {
    await db
      .updateTable('islem')
      .set({ islem_adi: 'x'.repeat(270_000) })
      .where('kayit_id', '=', kayit_id)
      .execute()
    await expectRefusal(statement(), { code: 'INVALID', message: shareMessages.tooLong })
    expect((await listShares(ctx, { kind: 'statement', id: customer })).links).toEqual([])
  })
})

describe('the link of a car’s history', () => {
  test('shows its visits as they are now, without a customer', async () => {
    const { token } = await history()
    const next = await visit(ctx, { total: 70_000, day: '2026-11-20' })
    expect(next.customer_id).toBe(customer)
    const { text } = await visitLink(token)
    for (const shown of [
      '<h1>Araç geçmişi</h1>',
      '34 AYS 34',
      '2 geliş',
      'her zaman güncel',
      '81.500 km',
      '₺500,00',
      '₺700,00',
      'Fiyatlara KDV dahildir.',
    ])
      expect(text).toContain(shown)
    for (const hidden of [...PERSONAL, 'Ayşe']) expect(text.replaceAll('Işık Oto', '')).not.toContain(hidden)
  })

  test('shows neither the next owner’s visits nor those of the former one', async () => {
    const former = (await history()).token
    await visit(ctx, { name: 'Veli Kaya', total: 70_000, day: '2026-11-20' })
    const next = (await history()).token
    for (const [token, shown, hidden] of [
      [former, '₺500,00', '₺700,00'],
      [next, '₺700,00', '₺500,00'],
    ] as const) {
      const { text } = await visitLink(token)
      expect(text).toContain('1 geliş')
      expect(text).toContain(shown)
      expect(text).not.toContain(hidden)
      expect((await visitLink(`${token}/pdf`)).text).not.toContain(hidden)
    }
  })

  test('shows the visits of a customer who was merged, and ends when the customer becomes another person', async () => {
    const { token } = await history()
    await save(ctx, { id: kayit_id, info: { musteri_adi_soyadi: 'Ayşe Işıklı' } })
    expect(await statusOf(token)).toBe(200)
    const info = { musteri_adi_soyadi: 'Veli Kaya', musteri_tel: '0533 111 22 33', tc_vergino: '' }
    await save(ctx, { id: kayit_id, info })
    expect(await statusOf(token)).toBe(404)
  })

  test('leaves out cancelled and deleted visits', async () => {
    const cancelled = await visit(ctx, { total: 77_700, durum: 'İptal' })
    const deleted = await visit(ctx, { total: 88_800 })
    await deleteKayit(ctx, { kayit_id: deleted.kayit_id })
    expect(cancelled.kayit_id).toBeGreaterThan(0)
    const { text } = await visitLink((await history()).token)
    for (const hidden of ['777,00', '888,00']) expect(text).not.toContain(hidden)
  })

  test('gives the same as PDF', async () => {
    const { text, headers } = await visitLink(`${(await history()).token}/pdf`)
    expect(headers.get('content-disposition')).toBe('inline; filename="arac-gecmisi-2026-11-21.pdf"')
    expect(text).toContain('Fren balatası')
    for (const hidden of [...PERSONAL, 'Ayşe']) expect(text.replaceAll('Işık Oto', '')).not.toContain(hidden)
  })

  test('shows the newest visits of a car with very many items', async () => {
    await db.updateTable('kayit').set({ islem_sayisi: 1_000 }).where('id', '=', kayit_id).execute()
    await visit(ctx, { day: '2026-11-20', total: 70_000 })
    const { text } = await visitLink((await history()).token)
    expect(text).toContain('Daha eski gelişler gösterilmez.')
    expect(text).not.toContain('₺500,00')
  })
})

describe('both', () => {
  test('end when the customer is erased', async () => {
    const made = [await statement(), await history()]
    await eraseCustomer(ctx, { id: customer, reason: 'request' })
    for (const { token } of made) expect(await statusOf(token)).toBe(404)
    const left = await db.selectFrom('share').where('shop_id', '=', owner.id).select('id').execute()
    expect(left).toEqual([])
    await expectRefusal(statement(), { code: 'NOT_FOUND', message: 'Müşteri bulunamadı.' })
  })

  test.each(['customer', 'vehicle'] as const)('end when a %s is merged or separated', async (name) => {
    const other = await visit(ctx, { name: 'Ayşe Işıklı', plate: '34 AYS 35' })
    const ids = { customer, vehicle: car }
    const others = {
      customer: other.customer_id,
      vehicle: (await linksOf(db, other.kayit_id)).vehicle_id,
    }
    const take2 = (id: number) => share(ctx, { kind: name === 'customer' ? 'statement' : 'vehicle', id })
    const before = [await take2(ids[name]), await take2(others[name])]
    await mergeLinked(ctx, name, { id: others[name], into: ids[name] })
    const merged = await take2(others[name])
    for (const { token } of before) expect(await statusOf(token)).toBe(404)
    expect(await statusOf(merged.token)).toBe(200)
    await separateLinked(ctx, name, { id: others[name] })
    expect(await statusOf(merged.token)).toBe(404)
  })

  test('end when they are revoked, the shop is suspended or their thing is removed', async () => {
    const made = [await statement(), await history()]
    await revokeShare(ctx, { id: made[0]?.id ?? 0 })
    expect(await statusOf(made[0]?.token ?? '')).toBe(404)
    await db.updateTable('shops').set({ suspended_at: TEST_NOW }).where('id', '=', owner.id).execute()
    expect(await statusOf(made[1]?.token ?? '')).toBe(404)
    await db.updateTable('shops').set({ suspended_at: null }).where('id', '=', owner.id).execute()
    await db.updateTable('kayit').set({ vehicle_id: null }).where('id', '=', kayit_id).execute()
    await db.deleteFrom('vehicle').where('id', '=', car).execute()
    expect(await statusOf(made[1]?.token ?? '')).toBe(404)
  })

  test.each([
    ['statement', 'customer'],
    ['vehicle', 'vehicle'],
  ] as const)('stand in the log with the %s’s own noun', async (kind, noun) => {
    const id = kind === 'statement' ? customer : car
    const { id: link } = await share(ctx, { kind, id })
    await revokeShare(ctx, { id: link })
    const entries = (await changesIn(db, owner.id)).filter((one) => one.noun === noun)
    expect(entries.slice(-2)).toMatchObject([
      { verb: 'whatsapp', target_id: id },
      { verb: 'unshare', target_id: id },
    ])
  })

  test('need the rights of their documents', async () => {
    const mechanic = userCtx(db, await buildMember(db, owner, { role: 'mechanic' }))
    const desk = userCtx(db, await buildMember(db, owner, { role: 'desk' }))
    const { id } = await statement()
    const calls: [ShareKind, number, string][] = [
      ['vehicle', car, staffMessages.pricesRefused],
      ['statement', customer, paymentMessages.refused],
    ]
    for (const [kind, of, message] of calls) {
      await expectRefusal(share(mechanic, { kind, id: of }), { code: 'FORBIDDEN', message })
      await expectRefusal(listShares(mechanic, { kind, id: of }), { code: 'FORBIDDEN', message })
      expect(await share(desk, { kind, id: of })).toHaveProperty('token')
    }
    await expectRefusal(revokeShare(mechanic, { id }), {
      code: 'FORBIDDEN',
      message: paymentMessages.refused,
    })
  })

  test('of another shop’s car or customer are neither made nor listed', async () => {
    const { ctx: other } = await accountShop(db)
    for (const [kind, id] of [
      ['vehicle', car],
      ['statement', customer],
    ] as const) {
      await expect(share(other, { kind, id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(listShares(other, { kind, id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
  })

  test('are listed with their own thing only', async () => {
    const { id } = await statement()
    await share(ctx, { kayit_id })
    expect((await listShares(ctx, { kind: 'statement', id: customer })).links.map((one) => one.id)).toEqual([
      id,
    ])
    expect((await listShares(ctx, { kind: 'vehicle', id: car })).links).toEqual([])
    expect(await customerOf(ctx, kayit_id)).toBe(customer)
  })
})
