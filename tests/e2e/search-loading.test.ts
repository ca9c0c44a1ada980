import { expect, test } from 'vitest'

import { testBrowser } from '#tests/support/screens/browser.ts'
import { pathOf, testPanel } from '#tests/support/panel/panel.ts'
import { field, openShop, option, search, type Setting } from '#tests/support/screens/search-page.ts'

const panel = await testPanel()
const browser = testBrowser()

/** Opens a screen without a search of its own; the file of the search arrives when the test says so. */
async function openWaiting(setting: Setting = {}) {
  const { page } = await openShop({ panel, browser }, { path: 'stats', ...setting })
  const arrival = Promise.withResolvers<'continue' | 'abort'>()
  await page.route('**/search-dialog-*', async (route) => route[await arrival.promise]())
  return { page, arrival }
}

test('text typed while the search loads triggers no shortcut and appears in its field', async () => {
  const { page, arrival } = await openWaiting()
  await page.keyboard.press('/')
  await page.keyboard.type('nisx')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await page.keyboard.type('sa')
  arrival.resolve('continue')
  await field(page).waitFor()
  await page.keyboard.type('n')
  expect(await field(page).inputValue()).toBe('nissan')
  expect(pathOf(page)).toBe('/stats')
})

test('text typed while the search loads does not reach the field that had the focus', async () => {
  const { page, arrival } = await openWaiting({ path: 'settings' })
  const name = page.getByLabel('Firma Adı')
  await name.fill('Yarım')
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('gider')
  arrival.resolve('continue')
  await option(page, 'Giderler').waitFor()
  expect(await field(page).inputValue()).toBe('gider')
  expect(await name.inputValue()).toBe('Yarım')
})

test('Escape cancels the loading search, and shortcuts work again', async () => {
  const { page, arrival } = await openWaiting()
  await page.keyboard.press('/')
  await page.keyboard.type('ni')
  await page.keyboard.press('Escape')
  const loaded = page.waitForResponse('**/search-dialog-*')
  arrival.resolve('continue')
  await loaded
  expect(pathOf(page)).toBe('/stats')
  await page.keyboard.press('n')
  await expect.poll(() => pathOf(page)).toBe('/book/0')
  expect(await field(page).count()).toBe(0)
  await search(page, '')
  expect(await field(page).inputValue()).toBe('')
})

test('shortcuts work again after the search failed to load', async () => {
  const { page, arrival } = await openWaiting({
    expectedErrors: [/ERR_FAILED|Failed to load|dynamically imported/],
  })
  await page.keyboard.press('/')
  await page.keyboard.type('n')
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(pathOf(page)).toBe('/stats')
  arrival.resolve('abort')
  await expect.poll(() => pathOf(page)).toBe('/books')
  const own = page.getByRole('searchbox', { name: 'Ara' })
  await expect.poll(() => own.evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.type('golf')
  expect(await own.inputValue()).toBe('golf')
})
