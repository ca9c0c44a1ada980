import { createHash } from 'node:crypto'

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { getHandover } from '#server/intake/operations.ts'
import { getKayit } from '#server/kayit/operations.ts'
import { paymentsOf } from '#server/payment/operations.ts'
import { messages } from '#shared/messages.ts'
import { todayInIstanbul } from '#shared/date.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { testBrowser } from '#tests/support/screens/browser.ts'
import { kayitPage } from '#tests/support/screens/kayit-page.ts'
import { sign } from '#tests/support/screens/signature.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const TODAY = todayInIstanbul(new Date())

/** Sends the open record by WhatsApp; returns the link that its text carries. */
async function sendByWhatsApp(page: Page): Promise<string> {
  await button(page, 'Gönder').click()
  const link = page.getByRole('dialog', { name: 'Gönder' }).getByRole('link', { name: /^WhatsApp/ })
  await page.locator('a[href^="https://wa.me/905321234567?text="]').waitFor()
  const text = new URL((await link.getAttribute('href')) ?? '').searchParams.get('text') ?? ''
  await Promise.all([page.waitForEvent('popup'), page.waitForResponse(/share\.create/), link.click()])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Gönder' }).waitFor({ state: 'detached' })
  return /https?:\S+$/.exec(text)?.[0] ?? ''
}

/** Approves all that a link offers. */
async function approve(customer: Page, address: string): Promise<void> {
  await customer.goto(address)
  await customer.getByLabel('Adınız soyadınız').fill('Ayşe Işık')
  await button(customer, 'Onaylıyorum').click()
  await customer.getByRole('heading', { name: 'Onayınız servise ulaştı' }).waitFor()
}

/** Returns the links and answers of a shop's quotes with their texts, in order. */
async function sentTexts(shop: number) {
  const links = await panel.db
    .selectFrom('share')
    .where('shop_id', '=', shop)
    .where('kind', '=', 'quote')
    .orderBy('id')
    .select(['kayit_id', 'content', 'content_hash', 'views'])
    .execute()
  const answers = await panel.db
    .selectFrom('quote_answer')
    .where('shop_id', '=', shop)
    .orderBy('at')
    .select(['kayit_id', 'verdict', 'name', 'positions', 'total_kurus', 'content', 'content_hash'])
    .execute()
  return { links, answers }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('a quote is sent, approved in part, worked on, delivered with a signature and paid', async () => {
  const user = await panel.user({ company_name: 'Işık Oto' })
  const ctx = { ...user.ctx, now: new Date() }
  const page = await browser.open({ address: panel.address, expectedErrors: [/https:\/\/wa\.me\//] })
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }))
  await enter(page, panel, user)
  const { open, field, addItem, openMenu, saveAtTop, says } = kayitPage(page)
  const line = page.getByRole('region', { name: 'Teklifin durumu' })

  // The shop prices three jobs on the phone, before the car comes.
  await open(0)
  await field('Plaka').fill('34 ABC 123')
  await field('Müşteri Adı Soyadı').fill('Ayşe Işık')
  await field('Telefon').fill('0532 123 45 67')
  await addItem('Ön fren balatası', '2.400', { kdvDahil: true })
  await addItem('İşçilik', '600', { kdvDahil: true })
  await addItem('Rot balans', '1.200', { kdvDahil: true })
  await openMenu('Teklif olarak kaydet')
  await page
    .getByRole('row', { name: /Ayşe Işık/ })
    .getByRole('link')
    .first()
    .click()
  await button(page, 'Kayda çevir').waitFor()
  const id = Number(/book\/(\d+)/.exec(page.url())?.[1])
  const address = await sendByWhatsApp(page)
  await line.getByText('müşteri henüz bakmadı').waitFor()

  // The customer opens the link on a phone, leaves one job out and approves.
  const customer = await browser.open({ address: panel.address, screen: 'phone' })
  await customer.goto(address)
  await customer.getByRole('checkbox', { name: /Rot balans/ }).uncheck()
  await customer.getByLabel('Adınız soyadınız').fill('Ayşe Işık')
  await button(customer, 'Onaylıyorum').click()
  // Another choice than the shop's shows its total before it counts.
  await customer.getByText('₺3.000,00').first().waitFor()
  await button(customer, 'Onaylıyorum').click()
  await customer.getByRole('heading', { name: 'Onayınız servise ulaştı' }).waitFor()

  // Bugün says it, and the quote becomes the visit of the approved jobs.
  await page.goto('')
  await page.getByRole('link', { name: /Teklif onaylandı: 34 ABC 123 · Ayşe Işık · ₺3\.000,00/ }).click()
  await line.getByText('3 işlemden 2 tanesi').waitFor()
  await button(page, 'Kayda çevir').click()
  await page.getByText('Teklif kayda çevrildi.').waitFor()
  const read = () => getKayit(ctx, { kayit_id: id })
  const names = async () => (await read()).islemler.map(({ islem_adi }) => islem_adi)
  expect((await read()).kayit.giris_tarihi).toBe(TODAY)
  expect(await names()).toEqual(['Ön fren balatası', 'İşçilik'])

  // The car comes in: what it has is written down, and its owner signs.
  await openMenu('Araç kabul')
  const intake = page.getByRole('dialog', { name: 'Araç kabul' })
  await intake.getByLabel('Kilometre').fill('126.870')
  await intake.getByRole('button', { name: 'Ruhsat' }).click()
  await sign(page, intake)
  await intake.getByRole('button', { name: 'Kaydet' }).click()
  await says('Araç kabul kaydedildi.')

  // Under the car more turns up, and its owner allows it by phone.
  await openMenu('Ek iş sor')
  await line.getByText('Ek işin kaydı: 34 ABC 123').waitFor()
  const extraId = Number(/book\/(\d+)/.exec(page.url())?.[1])
  await button(page, 'Düzenle').click()
  await addItem('Fren hidroliği', '450', { kdvDahil: true })
  await saveAtTop.click()
  await says(messages.kayitUpdated)
  await page.goto(`book/${extraId}`)
  await approve(customer, await sendByWhatsApp(page))
  await page.goto('')
  await page.getByRole('link', { name: /^Ek iş onaylandı: 34 ABC 123/ }).click()
  await button(page, 'Kayda ekle').click()
  await page.getByRole('region', { name: 'Ek iş ve onay' }).getByText('kayda eklendi').waitFor()
  expect(await names()).toEqual(['Ön fren balatası', 'İşçilik', 'Fren hidroliği'])

  // The car leaves with a signature.
  await openMenu('Teslim et')
  const delivery = page.getByRole('dialog', { name: 'Teslim' })
  await delivery.getByLabel('Teslim alan').fill('Ali Işık')
  await sign(page, delivery)
  await delivery.getByRole('button', { name: 'Kaydet' }).click()
  await says('Teslim kaydedildi, kayıt tamamlandı.')
  const { intake: taken, delivery: given } = await getHandover(ctx, { kayit_id: id })
  expect([taken, given]).toMatchObject([
    { km: 126_870, belongings: 'Ruhsat', signer: 'Ayşe Işık', is_changed: false },
    { signer: 'Ali Işık', is_changed: false },
  ])

  // It is paid by card.
  await page.keyboard.press('F8')
  await page.getByRole('dialog').getByLabel('Tutar').waitFor()
  await page.keyboard.press('k')
  await says('Tahsilat kaydedildi.')
  expect(await paymentsOf(ctx, { kayit_id: id })).toMatchObject({
    paid_kurus: 345_000,
    rest_kurus: 0,
    payments: [{ method: 'card', amount_kurus: 345_000 }],
  })

  // Every sent and signed text is stored whole, with its hash.
  const { links, answers } = await sentTexts(user.id)
  expect(links.map(({ kayit_id, views }) => [kayit_id, views > 0])).toEqual([
    [id, true],
    [extraId, true],
  ])
  for (const { content, content_hash } of [...links, ...answers])
    expect(Buffer.from(content_hash ?? []).toString('hex')).toBe(sha256(content ?? ''))
  expect(answers.map(({ content }) => content)).toEqual(links.map(({ content }) => content))
  expect(answers).toMatchObject([
    { kayit_id: id, verdict: 'approved', name: 'Ayşe Işık', total_kurus: 300_000 },
    { kayit_id: extraId, verdict: 'approved', name: 'Ayşe Işık', total_kurus: 45_000 },
  ])
  expect((await changesIn(panel.db, user.id)).map(({ noun, verb }) => `${noun} ${verb}`)).toEqual([
    'kayit create',
    'kayit whatsapp',
    'kayit view',
    'kayit approve',
    'kayit arrive',
    'kayit intake',
    'kayit update',
    'kayit create',
    'kayit update',
    'kayit whatsapp',
    'kayit view',
    'kayit approve',
    'kayit add',
    'kayit update',
    'kayit delivery',
    'kayit update',
    'settings update',
    'payment create',
  ])
})
