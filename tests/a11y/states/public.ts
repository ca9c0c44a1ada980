import { saveAccountsStart } from '#server/payment/operations.ts'
import { visit } from '#tests/support/rows/accounts.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { take } from '#tests/support/rows/payment.ts'
import { linksOf } from '#tests/support/rows/personal-data.ts'
import { quote } from '#tests/support/rows/quote.ts'
import { share } from '#tests/support/rows/share.ts'

import type { Scene, State } from './state.ts'

const PUBLIC = { route: '/p', path: undefined, who: 'none' } as const

const LONG = 'Ön düzen komple bakım: salıncak burçları, rotbaşları, askı rotları ve amortisör takozları'
const ITEMS = Array.from({ length: 20 }, (_, index) => ({
  islem_adi: index % 5 === 0 ? `${LONG} ${index}` : `Parça ${index}`,
  islem_adet: (index % 3) + 1,
  fiyat_kurus: 1_234_567 * (index + 1),
}))
const CAR = { plaka: '34 ABC 123', arac_marka: 'Mercedes-Benz', musteri_adi_soyadi: 'Ayşegül Işıkoğulları' }

/** Stores a record with a payment and opens its link. */
async function openLink({ page, user: { ctx } }: Scene, { with_vat = true, info = {} }): Promise<void> {
  const now = new Date()
  const { id } = await save(ctx, { info: { ...CAR, ...info }, islemler: ITEMS })
  await take(ctx, { kayit_id: id, amount_kurus: 100_000 })
  const { token } = await share({ ...ctx, now }, { kayit_id: id, with_vat })
  await page.goto(`p/${token}`)
  await page.getByRole('heading', { name: 'Servis fişi' }).waitFor()
}

/** Stores a customer with two visits and a payment, and opens the link of the statement or of the car. */
async function openKind({ page, user: { ctx } }: Scene, kind: 'statement' | 'vehicle'): Promise<void> {
  await saveAccountsStart(ctx, { start: '2026-01-01' })
  const { kayit_id, customer_id } = await visit(ctx, { day: '2026-10-02', total: 123_456_789 })
  await save(ctx, { info: { ...CAR, plaka: '34 AYS 34', km_bilgisi: 81_500 }, islemler: ITEMS })
  await take(ctx, { kayit_id, amount_kurus: 100_000, day: '2026-10-05' })
  const { vehicle_id } = await linksOf(ctx.db, kayit_id)
  const id = kind === 'statement' ? customer_id : vehicle_id
  const { token } = await share({ ...ctx, now: new Date() }, { kind, id })
  await page.goto(`p/${token}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Stores a quote of long names, opens its link and, with `press`, sends its form. */
async function openQuote(
  { page, user: { ctx } }: Scene,
  press?: { name: string; heading: string; again?: string },
): Promise<void> {
  const now = { ...ctx, now: new Date() }
  const islemler = ITEMS.slice(0, 4)
  const kayit_id = await quote(now, { info: CAR, islemler, quote_valid_until: '2099-12-31' })
  await page.goto(`p/${(await share(now, { kayit_id })).token}`)
  if (press === undefined) return
  await page.getByRole('checkbox').first().uncheck()
  await page.getByLabel('Adınız soyadınız').fill(CAR.musteri_adi_soyadi)
  await page.getByRole('button', { name: press.name }).click()
  await page.getByText(press.heading).waitFor()
  if (press.again === undefined) return
  await page.getByRole('button', { name: press.name }).click()
  await page.getByText(press.again).waitFor()
}

/** States of the pages that a customer opens by a link. */
export const PUBLIC_STATES: readonly State[] = [
  { ...PUBLIC, name: 'record with long names', reach: (scene) => openLink(scene, {}) },
  {
    ...PUBLIC,
    name: 'record without VAT and plate',
    reach: (scene) => openLink(scene, { with_vat: false, info: { plaka: '', sasi_no: 'WVWZZZ1JZ3W386752' } }),
  },
  { ...PUBLIC, name: 'statement', reach: (scene) => openKind(scene, 'statement') },
  { ...PUBLIC, name: 'quote', reach: (scene) => openQuote(scene) },
  {
    ...PUBLIC,
    name: 'quote with a new total',
    reach: (scene) => openQuote(scene, { name: 'Onaylıyorum', heading: '3 iş, KDV dahil' }),
  },
  {
    ...PUBLIC,
    name: 'approved quote',
    reach: (scene) => {
      const again = 'Onayınız servise ulaştı'
      return openQuote(scene, { name: 'Onaylıyorum', heading: '3 iş, KDV dahil', again })
    },
  },
  {
    ...PUBLIC,
    name: 'refused quote',
    reach: (scene) => openQuote(scene, { name: 'Kabul etmiyorum', heading: 'Teklifi kabul etmediniz' }),
  },
  { ...PUBLIC, name: 'history of a car', reach: (scene) => openKind(scene, 'vehicle') },
  {
    ...PUBLIC,
    name: 'link that has ended',
    reach: async ({ page }) => {
      await page.goto(`p/${'A'.repeat(32)}`)
      await page.getByRole('heading', { name: 'Bağlantı açılamıyor' }).waitFor()
    },
  },
]
