import { expect, test } from 'vitest'

import { BANNER_COOKIE } from '#shared/options.ts'
import { testBrowser } from '#tests/support/screens/browser.ts'
import { coveredStops, openWhole, selectRow, shopWindow } from '#tests/support/screens/focus-walk.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

/*
 * No sticky bar covers a part of the focused control; WCAG 2.4.11 only forbids covering it completely.
 * focus-bars-walk.test.ts tests all screens and sizes.
 */

const panel = await testPanel()
const openShop = shopWindow(panel, testBrowser())

test('the sticky head of a list covers no control when the focus goes up', async () => {
  const { page } = await openShop(1366, 657)
  await openWhole(page, 'expense')
  expect(await coveredStops(page)).toEqual([])
})

test('the bar of selected records covers no focus in a low window, nor that of shops on a phone', async () => {
  const { page } = await openShop(360, 400, 6)
  await openWhole(page, 'books')
  await selectRow(page)
  expect(await coveredStops(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 640 })
  // Larger letters would wrap the buttons below the number, so the bar is made that high.
  await openWhole(page, 'admin?tab=shops')
  await selectRow(page, 'main tbody input[type="checkbox"]')
  await page.locator('[data-bar]').evaluate((bar) => (bar.style.height = '8rem'))
  expect(await coveredStops(page)).toEqual([])
})

test('neither the cookie banner nor a record’s bar of two lines covers the focus', async () => {
  const { page, id } = await openShop(360, 740, 0)
  await page.context().clearCookies({ name: BANNER_COOKIE })
  await openWhole(page, `book/${id}`)
  await page.getByRole('region', { name: 'Çerez bildirimi' }).waitFor()
  // Larger letters would wrap the button below the total, so the bar is made that high.
  const bar = page.locator('[data-bar="action"]')
  await bar.evaluate((one) => (one.style.height = '8rem'))
  expect(await coveredStops(page)).toEqual([])
})
