import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { listOpener, SHOP } from '#tests/support/screens/kayit-list-page.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { pathOf, testPanel } from '#tests/support/panel/panel.ts'

/* A phone's filters are one sheet, whose fields stay in the page while it is closed. */

const panel = await testPanel()
const openList = listOpener(panel, testBrowser())

function sheetOf(page: Page) {
  const month = page.getByLabel('Ay', { exact: true })
  return {
    month,
    year: page.getByLabel('Yıl', { exact: true }),
    filter: page.getByRole('button', { name: 'Filtre' }),
    status: (name: RegExp) => page.getByRole('list', { name: 'Durum' }).getByRole('button', { name }),
    /** A closed sheet is a box of one pixel. */
    isOpen: () => page.locator('[data-slot="filters"]').evaluate((sheet) => sheet.clientHeight > 1),
  }
}

test('the sheet combines status and month, and its button shows the number of applied filters', async () => {
  const { page, list } = await openList(SHOP, { screen: 'phone' })
  const { filter, month, year, status, isOpen } = sheetOf(page)
  await list.names(4)
  expect(await isOpen()).toBe(false)
  await filter.tap()
  expect(await isOpen()).toBe(true)
  // Without a filter there is nothing to clear.
  expect(await page.getByRole('button', { name: 'Temizle' }).count()).toBe(0)
  await month.selectOption('Şubat')
  await year.selectOption('2025')
  await status(/^Devam Ediyor/).tap()
  await eventually(() => status(/^Devam Ediyor/).getAttribute('aria-pressed')).toBe('true')
  expect([pathOf(page), await month.inputValue()]).toEqual(['/books?durum=Devam+Ediyor', '2'])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Uygula, Şubat 2025' }).tap()
  await eventually(() => pathOf(page)).toBe('/books?month=2&year=2025&durum=Devam+Ediyor')
  expect(await list.names(1)).toEqual(['Çiğdem Ak'])
  await eventually(isOpen).toBe(false)
  expect(await filter.textContent()).toBe('Filtre2 etkin')
  expect(await filter.evaluate((button) => button === document.activeElement)).toBe(true)

  await filter.tap()
  await status(/^Tümü/).tap()
  await eventually(() => pathOf(page)).toBe('/books?month=2&year=2025')
  await page.getByRole('button', { name: 'Temizle' }).tap()
  await eventually(() => pathOf(page)).toBe('/books')
  await eventually(isOpen).toBe(false)
  await eventually(() => filter.textContent()).toBe('Filtre')
})

test('a chosen month opens the sheet, and leaving it without Uygula discards the choice', async () => {
  const { page, list } = await openList(SHOP, { screen: 'phone' })
  const { month, isOpen } = sheetOf(page)
  await list.names(4)
  const ways = [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('button', { name: 'Kapat' }).tap(),
    () => page.touchscreen.tap(180, 100),
    () => list.search.focus(),
  ]
  for (const leave of ways) {
    await month.selectOption('Şubat')
    await page.getByText(/henüz uygulanmadı/).waitFor()
    expect(await isOpen()).toBe(true)
    await month.focus()
    await leave()
    await eventually(isOpen).toBe(false)
    expect(await month.inputValue()).toBe('')
  }
  expect(pathOf(page)).toBe('/books')
  await month.focus()
  await eventually(isOpen).toBe(true)
})
