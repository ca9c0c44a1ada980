import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { getKayit } from '#server/kayit/operations.ts'
import { quoteSendingOf } from '#server/share/quote-state.ts'
import { approvedBy, quote } from '#tests/support/rows/quote.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { share } from '#tests/support/rows/share.ts'
import { expectAccessible, type Screen, testBrowser } from '#tests/support/screens/browser.ts'
import { kayitPage } from '#tests/support/screens/kayit-page.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Opens a stored quote of three jobs, ₺4.200 in all. */
async function openQuote({ screen }: { screen?: Screen } = {}) {
  const user = await panel.user({ company_name: 'Işık Oto' })
  const ctx = { ...user.ctx, now: new Date() }
  const id = await quote(ctx, { quote_valid_until: '2099-12-31' })
  const page = await browser.open({
    address: panel.address,
    expectedErrors: [/https:\/\/wa\.me\//],
    ...(screen && { screen }),
  })
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }))
  await enter(page, panel, user)
  const open = async () => {
    await page.goto(`book/${id}`)
    await button(page, 'Kayda çevir').waitFor()
  }
  await open()
  const line = page.getByRole('region', { name: 'Teklifin durumu' })
  return { ...kayitPage(page), user, ctx, id, line, open }
}

/** Opens the page of a link on a phone. */
async function openLink(token: string, screen: Screen = 'phone') {
  const page = await browser.open({ address: panel.address, screen })
  await page.goto(`p/${token}`)
  return page
}

describe('a quote that is sent', () => {
  test('goes by WhatsApp as a quote, and its record says that the customer has looked', async () => {
    const { page, line, open, user } = await openQuote()
    expect(await line.count()).toBe(0)
    await button(page, 'Gönder').click()
    const link = page.getByRole('dialog', { name: 'Gönder' }).getByRole('link', { name: /^WhatsApp/ })
    await page.locator('a[href^="https://wa.me/905327654321?text="]').waitFor()
    const text = new URL((await link.getAttribute('href')) ?? '').searchParams.get('text') ?? ''
    expect(text).toContain('34 ABC 123 plakalı aracınız için teklifimiz.')
    await Promise.all([page.waitForEvent('popup'), link.click()])
    await page.keyboard.press('Escape')
    await line.getByText('müşteri henüz bakmadı').waitFor()
    await line.getByText(/^T-\d{4}-0001$/).waitFor()
    const customer = await openLink(/\/p\/([\w-]+)$/.exec(text)?.[1] ?? '')
    await customer.getByRole('heading', { name: 'Teklif', exact: true }).waitFor()
    await expectAccessible(customer)
    await open()
    await line.getByText('müşteri 1 kez baktı').waitFor()
    expect((await changesIn(panel.db, user.id)).map(({ verb }) => verb)).toContain('whatsapp')
  })

  test('says after a change that it has to be sent again', async () => {
    const { ctx, id, line, open, page, field, saveAtTop } = await openQuote()
    await share(ctx, { kayit_id: id })
    await open()
    await line.getByText('Gönderildi').waitFor()
    expect(await line.getByText('Yeniden gönderin.').count()).toBe(0)
    await button(page, 'Düzenle').click()
    await field('Geçerlilik').fill('30.12.2099')
    await saveAtTop.click()
    await line.getByText('Yeniden gönderin.').waitFor()
  })
})

describe('a customer', () => {
  test('un-ticks a job, sees the new total, approves, and the shop converts what was approved', async () => {
    const { ctx, id, line, open, page } = await openQuote()
    const customer = await openLink((await share(ctx, { kayit_id: id })).token)
    const later = customer.getByText('Seçiminiz değişti.')
    expect(await later.isVisible()).toBe(false)
    await customer.getByRole('checkbox', { name: /İşçilik/ }).uncheck()
    await later.waitFor()
    await customer.getByLabel('Adınız soyadınız').fill('Ayşe Yılmaz')
    await button(customer, 'Onaylıyorum').click()
    await customer.getByText('2 iş, KDV dahil').waitFor()
    await customer.getByText('₺3.600,00').waitFor()
    expect(await later.isVisible()).toBe(false)
    await expectAccessible(customer)
    await button(customer, 'Onaylıyorum').click()
    await customer.getByRole('heading', { name: 'Onayınız servise ulaştı' }).waitFor()
    await customer.reload()
    await customer.getByText('Seçilmedi: İşçilik').waitFor()
    await expectAccessible(customer)

    await page.goto('')
    await page.getByRole('link', { name: /Teklif onaylandı: 34 ABC 123 · Ayşe Işık · ₺3\.600,00/ }).click()
    await line.getByText(/Onaylandı .* · Ayşe Yılmaz · 3 işlemden 2 tanesi · ₺3\.600,00/).waitFor()
    await expectAccessible(page)
    await button(page, 'Kayda çevir').click()
    await page.getByText('Teklif kayda çevrildi.').waitFor()
    await line.waitFor({ state: 'detached' })
    const names = async () => (await getKayit(ctx, { kayit_id: id })).islemler.map((one) => one.islem_adi)
    expect(await names()).toEqual(['Ön fren balatası', 'Rot balans'])
    expect(await page.getByText('İşçilik', { exact: true }).count()).toBe(0)
    await page.getByText('3.600,00').first().waitFor()
    await button(page, 'Geri al').click()
    await button(page, 'Kayda çevir').waitFor()
    expect(await names()).toEqual(['Ön fren balatası', 'İşçilik', 'Rot balans'])
    await open()
    await line.getByText('3 işlemden 2 tanesi').waitFor()
  })

  test('approves all jobs in one press, and the browser asks for the name first', async () => {
    const { ctx, id } = await openQuote()
    const customer = await openLink((await share(ctx, { kayit_id: id })).token)
    await button(customer, 'Onaylıyorum').click()
    expect(
      await customer.getByLabel('Adınız soyadınız').evaluate((one) => document.activeElement === one),
    ).toBe(true)
    expect((await quoteSendingOf(ctx, { kayit_id: id })).sending?.answer).toBeNull()
    await customer.getByLabel('Adınız soyadınız').fill('Ayşe')
    await button(customer, 'Onaylıyorum').click()
    await customer.getByText('3 iş, KDV dahil').waitFor()
    expect((await quoteSendingOf(ctx, { kayit_id: id })).sending?.answer).toMatchObject({ accepted: 3 })
  })

  test('refuses without a name, and the first screen of the shop says so', async () => {
    const { ctx, id, page } = await openQuote()
    const customer = await openLink((await share(ctx, { kayit_id: id })).token)
    await button(customer, 'Kabul etmiyorum').click()
    await customer.getByRole('heading', { name: 'Teklifi kabul etmediniz' }).waitFor()
    await page.goto('')
    await page.getByRole('link', { name: /Teklif reddedildi: 34 ABC 123/ }).waitFor()
    expect((await quoteSendingOf(ctx, { kayit_id: id })).sending?.answer).toMatchObject({ name: '' })
  })
})

test.each(['phone', 'desktop'] as const)('an approved quote fits a %s', async (screen) => {
  const { ctx, id, line, open, page } = await openQuote({ screen })
  await approvedBy(ctx, id, panel.address)
  await open()
  await line.getByText('Onaylandı').waitFor()
  // Two lines are marked; a phone's row shows its summary, and its fields once it is touched.
  await expect.poll(() => page.getByTitle(/^Onaylandı: /).count()).toBe(screen === 'phone' ? 4 : 2)
  await expectAccessible(page)
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(await tooWide()).toBeLessThanOrEqual(0)
  await page.goto('')
  await page.getByRole('link', { name: /Teklif onaylandı/ }).waitFor()
  await expectAccessible(page)
  expect(await tooWide()).toBeLessThanOrEqual(0)
})
