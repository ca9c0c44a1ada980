import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { dayOf } from '#server/till/operations.ts'
import { readPdf } from '#tests/support/documents/read-pdf.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { take } from '#tests/support/rows/payment.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { close, open } from '#tests/support/rows/till.ts'
import { type Screen, testBrowser } from '#tests/support/screens/browser.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

const INFO = { plaka: '16 JYG 548', musteri_adi_soyadi: 'Elvan Kırçıl' }

type Options = { screen?: Screen; opening?: number; expectedErrors?: RegExp[] }

/** Opens the till of a shop whose drawer held `opening` kuruş; without it the drawer was never counted. */
async function openTill({ screen, opening, expectedErrors = [] }: Options = {}) {
  const user = await panel.user()
  const ctx = { ...user.ctx, now: new Date() }
  const { id: kayit_id } = await save(ctx, { info: INFO })
  if (opening !== undefined) await open(ctx, opening)
  const page = await browser.open({ address: panel.address, expectedErrors, ...(screen && { screen }) })
  await enter(page, panel, user)
  await page.goto('cash')
  return { user, ctx, kayit_id, page, ...partsOf(page) }
}

const partsOf = (page: Page) => ({
  counted: page.getByLabel('Sayılan'),
  reason: page.getByLabel('Farkın sebebi'),
  closeButton: page.getByRole('button', { name: 'Günü kapat' }).filter({ visible: true }),
  drawer: page.getByRole('region', { name: 'Nakit kasa' }),
  movements: page.getByRole('region', { name: 'Günün hareketleri' }),
  days: page.getByRole('navigation', { name: 'Gün sonları' }),
})

/** Waits until the drawer's card has this line: 'Nakit giren+₺100,00'. */
const hasLine = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Nakit kasa' }).locator('dl > div').filter({ hasText: text }).waitFor()

describe('a drawer', () => {
  test('is opened once and counted on two days, the first with a difference', async () => {
    const { page, ctx, kayit_id, counted, reason, closeButton, movements, days } = await openTill()
    await page.getByLabel('Kasada şu an ne kadar var?').fill('100')
    await page.getByRole('button', { name: 'Kasayı aç' }).click()
    await hasLine(page, 'Açılış, bugün sayılan₺100,00')
    await take(ctx, { kayit_id, amount_kurus: 50_000 })
    await spend(ctx, { title: 'Öğle yemeği', amount_kurus: 9_250, method: 'cash' })
    await page.reload()
    await movements.getByText('Elvan Kırçıl').waitFor()
    await hasLine(page, 'Nakit gider−₺92,50')
    await hasLine(page, 'Olması gereken₺507,50')
    await page.locator(':focus').and(counted).waitFor()
    await page.keyboard.type('507,5')
    await page.getByText('Fark yok').waitFor()
    expect(await reason.count()).toBe(0)
    await counted.fill('505')
    await page.getByRole('status').filter({ hasText: 'Fark−₺2,50eksik' }).waitFor()
    await reason.fill('Bozuk para üstü')
    await closeButton.click()
    await page.getByText('Gün kapatıldı.').waitFor()
    await page.getByText(/^Gün sonu No 1, .* kapattı\.$/).waitFor()
    await page.getByText('Bozuk para üstü').waitFor()
    expect(await counted.count()).toBe(0)

    await days.getByRole('link', { name: 'Sonraki gün sonu' }).click()
    await hasLine(page, 'Açılış, bugün sayılan₺505,00')
    await movements.getByText('Henüz hareket yok.').waitFor()
    await counted.fill('505')
    await page.keyboard.press('Enter')
    await page.getByText(/^Gün sonu No 2, /).waitFor()
    expect(await dayOf(ctx, {})).toMatchObject({ number: 3, opening_kurus: 50_500 })

    await days.getByRole('link', { name: 'Önceki gün sonu' }).click()
    await page.getByText(/^Gün sonu No 1, /).waitFor()
    await movements.getByText('Öğle yemeği').waitFor()
    expect(new URL(page.url()).search).toBe('?no=1')
  })

  test('asks for the counted cash before it is closed', async () => {
    const { closeButton, counted, page } = await openTill({ opening: 10_000 })
    await closeButton.click()
    await page.getByText('Kasadaki parayı sayıp yazın.').waitFor()
    expect(await counted.getAttribute('aria-invalid')).toBe('true')
  })

  test('is not closed while an entry is unseen; the typed cash stays beside the new sum', async () => {
    const { page, ctx, kayit_id, counted, reason, closeButton } = await openTill({
      opening: 10_000,
      expectedErrors: [/status of 40[09]/],
    })
    await counted.fill('100')
    await page.getByText('Fark yok').waitFor()
    await take(ctx, { kayit_id, amount_kurus: 500 })
    await closeButton.click()
    await page.getByText('Siz sayarken yeni bir hareket girildi.').waitFor()
    await hasLine(page, 'Olması gereken₺105,00')
    expect(await counted.inputValue()).toBe('100,00')
    await closeButton.click()
    await page.getByText(/^Farkın sebebini yazın/).waitFor()
    await reason.fill('Unutulan gider')
    await closeButton.click()
    await page.getByText(/^Gün sonu No 1, /).waitFor()
  })

  test('is closed once by a double press', async () => {
    const { ctx, counted, closeButton, page } = await openTill({ opening: 10_000 })
    await counted.fill('100')
    await closeButton.dblclick()
    await page.getByText(/^Gün sonu No 1, /).waitFor()
    expect(await dayOf(ctx, {})).toMatchObject({ number: 2 })
  })

  test('is not closed without an answer, and the next press closes one day', async () => {
    const { page, ctx, counted, closeButton } = await openTill({
      opening: 10_000,
      expectedErrors: [/ERR_/, /Failed to (load|fetch)/],
    })
    let isLost = true
    await page.route(/till\.close/, async (route) => {
      if (!isLost) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await counted.fill('100')
    await closeButton.click()
    await page.getByText('Yanıt gelmedi. Bağlantı gelince yeniden basın').waitFor()
    isLost = false
    await closeButton.click()
    await page.getByText(/^Gün sonu No 1, /).waitFor()
    expect(await dayOf(ctx, {})).toMatchObject({ number: 2 })
  })

  test('on a phone is closed by the bar, without a keyboard over the sums', async () => {
    const { page, counted, reason, closeButton } = await openTill({ screen: 'phone', opening: 10_000 })
    await hasLine(page, 'Olması gereken₺100,00')
    expect(await counted.evaluate((field) => field === document.activeElement)).toBe(false)
    await counted.fill('101')
    await page.locator('[data-bar="action"]').getByText('₺1').waitFor()
    await reason.fill('Bozuk para')
    await closeButton.tap()
    await page.getByText(/^Gün sonu No 1, /).waitFor()
  })
})

test('a day-end is printed on one page, without buttons', async () => {
  const { page, ctx, kayit_id, days } = await openTill({ opening: 10_000 })
  for (let number = 1; number <= 20; number++) await take(ctx, { kayit_id, amount_kurus: 100 * number })
  await close(ctx, { counted_kurus: 10_500, reason: 'Bozuk para üstü' })
  await page.goto('cash?no=1')
  await page.getByText('Bozuk para üstü').waitFor()
  const { pages } = await readPdf(Uint8Array.from(await page.pdf({ preferCSSPageSize: true })))
  expect(pages).toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  for (const part of [page.getByRole('button'), days.getByRole('link')])
    expect(await part.filter({ visible: true }).count()).toBe(0)
  await page.getByRole('columnheader', { name: 'Giren' }).waitFor()
})

test('the desk closes the day, and a mechanic has no till', async () => {
  const { user, page, ctx } = await openTill({ opening: 10_000 })
  await enter(page, panel, await buildMember(panel.db, user))
  await page.goto('cash')
  const { counted, closeButton } = partsOf(page)
  await counted.fill('100')
  await closeButton.click()
  await page.getByText(/^Gün sonu No 1, /).waitFor()
  expect(await dayOf(ctx, {})).toMatchObject({ number: 2 })
  await enter(page, panel, await buildMember(panel.db, user, { role: 'mechanic' }))
  await page.goto('cash')
  await page.getByText('Bu sayfayı görme yetkiniz yok.').waitFor()
})

test('a number without a day-end says so', async () => {
  const { page } = await openTill({ opening: 10_000, expectedErrors: [/status of 404/] })
  await page.goto('cash?no=7')
  await page.getByText('Gün sonu bulunamadı.').waitFor()
  expect(await page.getByRole('region', { name: 'Nakit kasa' }).count()).toBe(0)
})
