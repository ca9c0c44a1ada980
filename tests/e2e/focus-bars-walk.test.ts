import { expect, test } from 'vitest'

import { testBrowser } from '#tests/support/screens/browser.ts'
import {
  coveredStops,
  openWhole,
  selectRow,
  shopWindow,
  stopAtFocus,
} from '#tests/support/screens/focus-walk.ts'
import { kayitPage } from '#tests/support/screens/kayit-page.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

/* No sticky bar covers a part of the focused control, on any screen. */

const panel = await testPanel()
const openShop = shopWindow(panel, testBrowser())

test.each([
  [360, 640],
  [360, 740],
  [768, 600],
  [1366, 657],
  // The height that a phone's keyboard leaves.
  [360, 400],
])('no bar covers the focus at %d × %d px', async (width, height) => {
  const { page, id, customer_id, vehicle_id } = await openShop(width, height)
  const parts = [`customer/${customer_id}`, `vehicle/${vehicle_id}`]
  const settings = ['settings', 'settings?tab=prices', 'settings?tab=staff', 'settings?tab=account']
  const lists = ['expense', 'vehicles', 'customers', 'admin']
  const paths = ['book/0', `book/${id}`, ...parts, ...lists, ...settings]
  for (const path of paths) {
    await openWhole(page, path)
    expect([path, await coveredStops(page)]).toEqual([path, []])
  }
  await openWhole(page, 'books')
  await selectRow(page)
  expect(['a selection', await coveredStops(page)]).toEqual(['a selection', []])
  await openWhole(page, 'admin?tab=shops')
  await selectRow(page, 'main tbody input[type="checkbox"]')
  expect(['shops', await coveredStops(page)]).toEqual(['shops', []])
})

test('text that is typed into a record stays in sight when a phone’s keyboard takes the lower part', async () => {
  const { page } = await openShop(360, 640, 0)
  const kayit = kayitPage(page)
  await kayit.open(0)
  await page.locator('details > summary').first().click()
  const fields = await page.locator('main form').locator('input:not([type="checkbox"]), textarea').all()
  const covered: string[] = []
  for (const field of fields) {
    await page.setViewportSize({ width: 360, height: 640 })
    await field.focus()
    await page.setViewportSize({ width: 360, height: 400 })
    await page.keyboard.type('12')
    const stop = await page.evaluate(stopAtFocus)
    covered.push(...(stop?.covers ?? ['nothing']).map((cover) => `${stop?.name} below ${cover}`))
  }
  expect(fields.length).toBeGreaterThan(15)
  expect(covered).toEqual([])
})
