import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { AUTH_ADMIN } from '#shared/options.ts'
import { requestsDone, type TestBrowser } from '#tests/support/screens/browser.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { item } from '#tests/support/rows/items.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { enter, type Panel } from '#tests/support/panel/panel.ts'

/** Returns a function that opens a shop whose lists are higher than a window of the given size. */
export const shopWindow =
  (panel: Panel, browser: TestBrowser) =>
  async (width: number, height: number, rows = 13) => {
    const user = await panel.user({ auth: AUTH_ADMIN, company_name: 'Merkez Oto' })
    const items = Array.from({ length: 8 }, (_, index) => item(`Parça ${index + 1}`, 12_345))
    const { id } = await save(user.ctx, { islemler: items })
    for (let index = 0; index < rows; index += 1) {
      const info = { musteri_adi_soyadi: `Müşteri ${index}`, plaka: `34 ABC ${200 + index}` }
      await save(user.ctx, { info: index < 9 ? info : {}, islemler: [item('Bakım', 100)] })
      await spend(user.ctx, { title: `Gider ${index}` })
    }
    const links = await panel.db
      .selectFrom('kayit')
      .select(['customer_id', 'vehicle_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const page = await browser.open({ address: panel.address, screen: width < 768 ? 'phone' : 'desktop' })
    await page.setViewportSize({ width, height })
    await enter(page, panel, user)
    return { page, id, ...links }
  }

export async function openWhole(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await requestsDone(page)
}

/** Selects a row of the list, and waits for the bar of the selection. */
export async function selectRow(page: Page, boxes = '[data-select]'): Promise<void> {
  await page
    .locator(boxes)
    .first()
    .evaluate((box: HTMLElement) => box.click())
  await page.locator('[data-bar="selection"]').waitFor()
}

type Stop = { name: string; covers: string[] }

/** Returns the focused control, with the elements that cover a part of it; `null` after the page's last control. */
export function stopAtFocus(): Stop | null {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return null
  const target = element.closest('label') ?? element
  const { left, right, top, bottom } = target.getBoundingClientRect()
  const bars = [...document.querySelectorAll('header, thead, [data-bar], [aria-label="Çerez bildirimi"]')]
  const covers = [left + 4, (left + right) / 2, right - 4].flatMap((x) =>
    [top + 3, (top + bottom) / 2, bottom - 3].flatMap((y) => {
      const hit = document.elementFromPoint(x, y)
      if (hit === null) return bottom - top < innerHeight / 2 ? ['the edge of the window'] : []
      const bar = bars.find((one) => one.contains(hit) && !one.contains(target))
      return bar === undefined ? [] : [`${bar.tagName} ${bar.getAttribute('data-bar') ?? ''}`]
    }),
  )
  const label = element.id && document.querySelector(`[for="${element.id}"]`)?.textContent
  const name = label || element.ariaLabel || element.textContent
  return { name: `${element.tagName} ${name}`, covers: [...new Set(covers)] }
}

type Walk = { stops: number; covered: string[] }

/** Goes through the whole page with this key. */
async function walk(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<Walk> {
  const covered: string[] = []
  for (let stops = 0; ; stops += 1) {
    await page.keyboard.press(key)
    const stop = await page.evaluate(stopAtFocus)
    if (stop === null) return { stops, covered }
    if (stop.covers.length > 0) covered.push(`${key}: ${stop.name} below ${stop.covers.join(', ')}`)
    if (stops > 300) throw new Error('The focus does not leave the page.')
  }
}

/** Returns the controls that a bar partly covers on the way to the end of the page and back. */
export async function coveredStops(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const start = document.createElement('span')
    start.tabIndex = -1
    document.body.prepend(start)
    start.focus()
  })
  const there = await walk(page, 'Tab')
  const back = await walk(page, 'Shift+Tab')
  expect(there.stops).toBeGreaterThan(10)
  expect(back.stops).toBe(there.stops)
  return [...there.covered, ...back.covered]
}
