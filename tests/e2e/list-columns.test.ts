import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { testBrowser } from '#tests/support/screens/browser.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'
import { todayInIstanbul } from '#shared/date.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { AUTH_ADMIN } from '#shared/options.ts'

const panel = await testPanel()
const browser = testBrowser()
const WIDTHS = [768, 1024, 1280]

/** Returns by how many pixels the page exceeds the window, the table its frame, the frame the page, a text its cell. */
const overflow = (page: Page) =>
  page.evaluate(() => {
    const table = document.querySelector('table')
    const frame = table?.parentElement
    const main = document.querySelector('main')
    if (!table || !frame || !main) throw new Error('no list')
    const right = main.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(main).paddingRight)
    const cells = [...table.querySelectorAll('th, td')].filter((cell) => cell.checkVisibility())
    return [
      document.documentElement.scrollWidth - document.documentElement.clientWidth,
      Math.max(
        0,
        table.offsetWidth - frame.clientWidth,
        frame.scrollWidth - frame.clientWidth,
        frame.getBoundingClientRect().right - right,
        ...cells.map((cell) => cell.scrollWidth - cell.clientWidth),
      ),
    ]
  })

/** Returns the number of lines of a text in the table. */
const linesOf = (page: Page, text: string) =>
  page
    .locator('tbody span')
    .filter({ hasText: text })
    .first()
    .evaluate((span) => span.getClientRects().length)

/** Returns the right edges of a column's head and of the last button below it. */
const edges = async (page: Page) => {
  const right = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return range.getBoundingClientRect().right
      })
  return [await right('th:last-child'), await right('tbody tr td:last-child')]
}

describe.each(WIDTHS)('the lists at %i px', (width) => {
  test('a long company name does not break the e-mail address', async () => {
    const admin = await panel.user({
      auth: AUTH_ADMIN,
      email: `d${width}@example.com`,
      name_surname: 'Şükrü Işık',
      license_type: 'premium',
      license_end_date: '2027-06-10',
    })
    const long = 'Uzun Adlı Otomotiv Yedek Parça Sanayi ve Ticaret Limited Şirketi '.repeat(3).slice(0, 190)
    await panel.user({ company_name: long, name_surname: 'Mehmet Ali Karaosmanoğlu' })
    await panel.user({ company_name: 'Uzun'.repeat(45), name_surname: 'Uzun'.repeat(40) })
    const page = await browser.open({ address: panel.address })
    await enter(page, panel, admin)
    await page.setViewportSize({ width, height: 800 })
    await page.goto('admin')
    await page.getByText(`d${width}@example.com`).waitFor()
    expect(await linesOf(page, `d${width}@example.com`)).toBe(1)
    expect(await overflow(page)).toEqual([0, 0])
  })

  test('the records of today and of long ago fit with all their columns', async () => {
    const user = await panel.user()
    const today = todayInIstanbul(new Date())
    const info = { sasi_no: 'WVWZZZ1JZ3W386752', musteri_tel: '05321234567', arac_marka: 'Mercedes-Benz' }
    for (const giris_tarihi of [today, '2026-01-05'])
      await save(user.ctx, {
        info: { ...info, plaka: '34 JYG 548', giris_tarihi, cikis_tarihi: null },
        islemler: [{ islem_adi: 'Motor', islem_adet: 1, fiyat_kurus: 123_456_789 }],
      })
    const page = await browser.open({ address: panel.address })
    await enter(page, panel, user)
    await page.setViewportSize({ width, height: 800 })
    await page.goto('books')
    await page.getByText('34 JYG 548').first().waitFor()
    expect(await overflow(page)).toEqual([0, 0])
  })

  test('a long note leaves room for the title, and the buttons stand below their head', async () => {
    const user = await panel.user()
    await spend(user.ctx, { title: 'Elektrik faturası', note: 'Gecikmeli ödendi. '.repeat(60) })
    await spend(user.ctx, {
      title: 'Uzun'.repeat(40),
      amount_kurus: 99_999_999_999,
      note: 'Uzun'.repeat(200),
    })
    const page = await browser.open({ address: panel.address })
    await enter(page, panel, user)
    await page.setViewportSize({ width, height: 800 })
    await page.goto('expense')
    await page.getByText('Elektrik faturası').waitFor()
    expect(await linesOf(page, 'Elektrik faturası')).toBe(1)
    expect(await overflow(page)).toEqual([0, 0])
    const [head, buttons] = await edges(page)
    expect(Math.abs((head ?? 0) - (buttons ?? 0))).toBeLessThan(2)
  })
})
