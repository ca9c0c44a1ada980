import { readFileSync } from 'node:fs'

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { type Screen, expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

type Setting = { screen?: Screen; output_format?: string; expectedErrors?: RegExp[] }

/** Opens a shop with three records of November 2026 and an expense, logged in, at the address. */
async function openAt(path: string, { screen = 'desktop', output_format = 'CSV', ...rest }: Setting = {}) {
  const user = await panel.user({ output_format, company_name: 'Yıldız Oto' })
  for (const plaka of ['34 A 1', '34 B 2', '06 C 3'])
    await save(user.ctx, { info: { plaka, giris_tarihi: '2026-11-03' } })
  await spend(user.ctx, { title: 'Kira', spend_date: '2026-11-04' })
  const page = await browser.open({ address: panel.address, screen, ...rest })
  await enter(page, panel, user)
  await page.goto(path)
  return page
}

const menuOf = (page: Page) => page.getByRole('button', { name: 'Dışa aktarma seçenekleri' })
const running = (page: Page) => page.getByRole('region', { name: 'Dışa aktarmalar' })

/** Returns the name and the text of the file that is saved after `press`. */
async function saved(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}

describe('the export of the list', () => {
  test('the first format is that of the settings, and the file has the filtered list', async () => {
    const page = await openAt('books?q=34&sort=plaka&dir=desc&month=11&year=2026')
    const button = page.getByRole('link', { name: 'Dışa aktar (CSV)' })
    const { name, text } = await saved(page, () => button.click())
    expect(name).toBe('kayıtlar-2026-11.csv')
    const plates = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(';')[1])
    expect(plates).toEqual(['34 B 2', '34 A 1'])
    const done = running(page)
    await done.getByText('kayıtlar-2026-11.csv indirildi.').first().waitFor()
    await expectAccessible(page)
    await done.getByRole('button', { name: 'Kapat: Listelenen kayıtlar (CSV)' }).click()
    await done.waitFor({ state: 'detached' })
  })

  test('the menu has the other formats and the month, and each is also a plain link', async () => {
    const page = await openAt('books?month=11&year=2026', { output_format: 'XLSX' })
    await menuOf(page).click()
    await expectAccessible(page)
    const names = await page.getByRole('link', { name: /Listelenen kayıtlar: / }).allTextContents()
    expect(names).toEqual(['XLSX', 'PDF', 'CSV'])
    const month = page.getByRole('link', { name: 'Kasım 2026 dökümü: CSV' })
    const plain = await page.request.get((await month.getAttribute('href')) ?? '')
    expect(plain.headers()['content-disposition']).toContain('attachment; filename="dokum-2026-11.csv"')
    const { text } = await saved(page, () => month.click())
    expect(text).toBe((await plain.body()).toString())
    expect(text).toContain('Gider;;04.11.2026;;;;Kira')
    expect(await month.count()).toBe(0)
  })

  test('the page shows the progress of an export, which can be cancelled', async () => {
    const page = await openAt('books')
    // The server starts the file and then stops.
    let abandoned = false
    await page.route('**/api/export/**', () => {})
    page.on('requestfailed', () => (abandoned = true))
    await page.getByRole('link', { name: 'Dışa aktar (CSV)' }).click()
    const panelOf = running(page)
    await panelOf.getByRole('progressbar', { name: 'Listelenen kayıtlar (CSV) hazırlanıyor' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Anasayfa' }).click()
    await panelOf.getByRole('button', { name: 'Vazgeç' }).click()
    await panelOf.waitFor({ state: 'detached' })
    await eventually(() => abandoned).toBe(true)
    expect(await panelOf.count()).toBe(0)
  })

  test('a failed export shows advice and can be repeated', async () => {
    const page = await openAt('books', { expectedErrors: [/503|Failed to load/] })
    const message = 'Şu anda çok sayıda dosya hazırlanıyor. Lütfen biraz sonra tekrar deneyin.'
    const refuse = { status: 503, json: { message } }
    await page.route('**/api/export/**', (route) => route.fulfill(refuse), { times: 1 })
    await page.getByRole('link', { name: 'Dışa aktar (CSV)' }).click()
    await running(page).getByText(message).last().waitFor()
    await expectAccessible(page)
    const { name } = await saved(page, () => page.getByRole('button', { name: 'Tekrar dene' }).click())
    expect(name).toMatch(/^kayıtlar-/)
  })

  test('an incomplete file is not saved', async () => {
    const page = await openAt('books')
    const body = Buffer.from([0, 0, 0, 0, 3, 65, 66])
    let downloads = 0
    page.on('download', () => (downloads += 1))
    await page.route('**/api/export/**', (route) => route.fulfill({ status: 200, body }))
    await page.getByRole('link', { name: 'Dışa aktar (CSV)' }).click()
    await running(page)
      .getByText('Bağlantı koptu, dosya tamamlanamadı. Bağlantınızı denetleyip tekrar deneyin.')
      .last()
      .waitFor()
    expect(downloads).toBe(0)
  })
})

test('on a phone all formats are in a menu beside the title, PDF first without a setting', async () => {
  const page = await openAt('books', { screen: 'phone', output_format: 'PDF' })
  expect(await page.getByRole('link', { name: /^Dışa aktar/ }).isVisible()).toBe(false)
  const [menu, add] = [menuOf(page), page.getByRole('link', { name: 'Yeni kayıt' })]
  expect((await menu.boundingBox())?.y).toBeCloseTo((await add.boundingBox())?.y ?? 0, -1)
  await menu.tap()
  await expectAccessible(page)
  const link = await page.getByRole('link', { name: 'Listelenen kayıtlar: PDF' }).boundingBox()
  expect(link?.x).toBeGreaterThanOrEqual(16)
  expect(link?.y).toBeGreaterThan((await menu.boundingBox())?.y ?? Infinity)
  const { name, text } = await saved(page, () =>
    page.getByRole('link', { name: 'Listelenen kayıtlar: PDF' }).tap(),
  )
  expect(name).toMatch(/\.pdf$/)
  expect(text.startsWith('%PDF-')).toBe(true)
  await running(page).getByText('indirildi').first().waitFor()
  await expectAccessible(page)
})

test('expenses and statistics are exported as they are shown', async () => {
  const page = await openAt('expense?month=11&year=2026', { output_format: 'CSV' })
  const button = page.getByRole('link', { name: 'Dışa aktar (CSV)' })
  const expenses = await saved(page, () => button.click())
  expect([expenses.name, expenses.text]).toEqual(['giderler-2026-11.csv', expect.stringContaining(';Kira;')])
  await page.goto('stats?month=11&year=2026')
  const stats = await saved(page, () => button.click())
  expect(stats.name).toBe('istatistikler-2026-11.csv')
  expect(stats.text).toContain('Ayın kayıtları;;3')
  await page.goto('stats?period=year&year=2026')
  const year = await saved(page, () => button.click())
  expect(year.name).toBe('istatistikler-2026.csv')
  expect(year.text).toContain('Kasım 2026;01.11.2026;3;')
  await page.goto('stats?from=2026-11-01&to=2026-11-03')
  await menuOf(page).click()
  const days = page.getByRole('link', { name: '1–3 Kasım 2026 dökümü: CSV' })
  const journal = await saved(page, () => days.click())
  expect(journal.name).toBe('döküm-2026-11-01_2026-11-03.csv')
  expect(journal.text).not.toContain('Kira')
  await expectAccessible(page)
})
