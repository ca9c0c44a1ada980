import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { requestsDone, SCREENS, testBrowser } from '#tests/support/screens/browser.ts'
import { listOpener } from '#tests/support/screens/kayit-list-page.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

/* Another screen starts at its top, and Back finds the list where it was left. */

const panel = await testPanel()
const openList = listOpener(panel, testBrowser())

const scrolled = (page: Page) => page.evaluate(() => window.scrollY)

/** Returns the distance of a row from the top of the window. */
const topOf = (page: Page, index: number) =>
  page
    .locator('main tbody tr')
    .nth(index)
    .evaluate((row) => Math.round(row.getBoundingClientRect().top))

/** Presses a link where it is: Playwright's own click would first scroll below the sticky header. */
const press = (page: Page, href: RegExp) =>
  page.evaluate((source) => {
    const links = [...document.querySelectorAll('a')]
    links.find((link) => new RegExp(source).test(link.pathname) && link.checkVisibility())?.click()
  }, href.source)

test('Back restores the scroll position of a list, and a link opens a screen at its top', async () => {
  const records = Array.from({ length: 60 }, (_, index) => ({
    musteri_adi_soyadi: `Müşteri ${index}`,
    plaka: `34 AB ${100 + index}`,
    giris_tarihi: '2026-03-05',
    cikis_tarihi: '2026-03-06',
    durum: 'Tamamlandı',
  }))
  const { page } = await openList(records, { path: 'books?size=100' })
  for (const [screen, list, target] of [
    ['phone', 'books', /\/book\/\d\d/],
    ['phone', 'vehicles', /\/expense$/],
    ['desktop', 'books', /\/expense$/],
  ] as const) {
    await page.setViewportSize(SCREENS[screen])
    await page.goto(`${list}?size=100`)
    await eventually(() => page.locator('main tbody tr').count()).toBe(60)
    // Scrolls in steps, as with a finger, so that every row on the way is drawn.
    while ((await topOf(page, 40)) > 600) {
      const before = await scrolled(page)
      await page.mouse.wheel(0, 600)
      await eventually(() => scrolled(page)).toBeGreaterThan(before)
    }
    const [place, top] = [await scrolled(page), await topOf(page, 40)]
    await press(page, target)
    await page.waitForURL(target)
    await requestsDone(page)
    expect([screen, list, await scrolled(page)]).toEqual([screen, list, 0])
    await page.goBack()
    await eventually(() => page.locator('main tbody tr').count()).toBe(60)
    await eventually(() => scrolled(page)).toBe(place)
    // The rows above, which are out of sight now, keep about the same height.
    await eventually(async () => Math.abs((await topOf(page, 40)) - top)).toBeLessThan(60)
  }
})
