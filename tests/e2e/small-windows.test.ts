import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { expectAccessible, testBrowser } from '#tests/support/browser.ts'
import { enter, pathOf, testPanel } from '#tests/support/panel.ts'
import { AUTH_ADMIN, AUTH_USER } from '#shared/options.ts'

const panel = await testPanel()
const browser = testBrowser()

type Setting = { path?: string; auth?: number }

/** A screen in a window of this size, logged in. */
async function openAt(width: number, height: number, { path = 'books', auth }: Setting = {}) {
  const page = await browser.open({ address: panel.address, screen: 'phone' })
  await page.setViewportSize({ width, height })
  await enter(page, panel, await panel.user(auth === undefined ? {} : { auth }))
  await page.goto(path)
  return page
}

const boxOf = async (page: Page, name: string) =>
  (await page.getByRole('button', { name }).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

describe.each([
  ['at 400 % zoom', 320, 256],
  ['on a phone on its side', 640, 300],
  ['on a phone', 360, 740],
])('the menu %s', (_where, width, height) => {
  test.each([
    ['staff', AUTH_USER],
    ['an administrator', AUTH_ADMIN],
  ])('unfolds above the bar, which stays where it is, for %s', async (_who, auth) => {
    const page = await openAt(width, height, { auth })
    const toggle = page.getByRole('button', { name: 'Menü' })
    await toggle.waitFor()
    const before = await boxOf(page, 'Menü')
    await toggle.click()
    expect(await toggle.getAttribute('aria-expanded')).toBe('true')
    expect(await boxOf(page, 'Menü')).toEqual(before)
    expect(before.y + before.height).toBeLessThanOrEqual(height)

    for (const name of ['Çıkış', 'Anasayfa']) {
      const link = page.getByRole('navigation').getByRole('link', { name })
      await link.focus()
      const box = await link.boundingBox()
      expect(box?.y).toBeGreaterThanOrEqual(0)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(before.y)
      expect(await boxOf(page, 'Menü')).toEqual(before)
    }
    await page.touchscreen.tap(before.x + before.width / 2, before.y + before.height / 2)
    expect(await toggle.getAttribute('aria-expanded')).toBe('false')
    expect(pathOf(page)).toBe('/books')
  })
})

test('the expense dialog at 320 px shows the whole date', async () => {
  const page = await openAt(320, 640, { path: 'expense' })
  await page.getByRole('button', { name: 'Yeni gider' }).click()
  const dialog = page.getByRole('dialog')
  const [amount, date] = [dialog.getByLabel('Tutar'), dialog.getByLabel('Tarih')]
  await date.fill('21.11.2026')
  const [above, below] = [await amount.boundingBox(), await date.boundingBox()]
  expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0))
  expect(await date.evaluate((input) => input.scrollWidth <= input.clientWidth)).toBe(true)
  await expectAccessible(page)

  await page.setViewportSize({ width: 360, height: 740 })
  expect((await amount.boundingBox())?.y).toBe((await date.boundingBox())?.y)
  expect(await date.evaluate((input) => input.scrollWidth <= input.clientWidth)).toBe(true)
})
