import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { expectAccessible, testBrowser } from '#tests/support/browser.ts'
import { enter, testPanel } from '#tests/support/panel.ts'
import { AUTH_ADMIN, AUTH_USER } from '#shared/options.ts'

const panel = await testPanel()
const browser = testBrowser()

type Setting = { width: number; auth?: number; letters?: number; company_name?: string }

/** The settings in a window of this width, with letters of this size in percent. */
async function openAt({ width, auth = AUTH_USER, letters = 100, company_name = 'Usta Oto' }: Setting) {
  const page = await browser.open({ address: panel.address, screen: 'tablet' })
  await page.setViewportSize({ width, height: 1024 })
  await enter(page, panel, await panel.user({ auth, company_name }))
  await page.goto('settings')
  await page.getByLabel('Firma Adı').waitFor()
  await page.evaluate((percent) => {
    document.documentElement.style.fontSize = `${percent}%`
  }, letters)
  return page
}

/** What of the header reaches beyond the window, or lies over something else of it. */
const collisions = (page: Page) =>
  page.getByRole('banner').evaluate((header) => {
    const shown = [...header.querySelectorAll('a, button')].filter((one) => one.checkVisibility())
    const boxes = shown.map((one) => ({ one, box: one.getBoundingClientRect() }))
    const outside = boxes.filter(
      ({ box }) => box.left < 0 || box.right > document.documentElement.clientWidth,
    )
    const overlapping = boxes.filter(({ box }, index) =>
      boxes.slice(index + 1).some(({ box: other }) => {
        const isBeside = box.right <= other.left + 0.5 || other.right <= box.left + 0.5
        return !isBeside && box.top < other.bottom - 0.5 && other.top < box.bottom - 0.5
      }),
    )
    return [...outside, ...overlapping].map(({ one }) => one.textContent)
  })

const WIDTHS = [768, 820, 900, 1023, 1024]

describe('the search of every screen on a tablet', () => {
  test.each(WIDTHS)('opens by touch at %i px, in a header that nothing is pushed out of', async (width) => {
    const page = await openAt({ width })
    const button = page.getByRole('button', { name: 'Her yerde ara' })
    expect(await button.boundingBox()).toMatchObject({ width: 44, height: 44 })
    expect(await collisions(page)).toEqual([])
    await expectAccessible(page)
    await button.click()
    await page.getByRole('combobox', { name: 'Her yerde ara' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator(':focus').and(button).waitFor()
  })

  test.each(WIDTHS)(
    'fits at %i px beside the longest name and the entries of an administrator',
    async (width) => {
      const page = await openAt({ width, auth: AUTH_ADMIN, company_name: 'W'.repeat(200) })
      await page.getByRole('button', { name: 'Her yerde ara' }).waitFor()
      expect(await collisions(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    },
  )

  test.each(
    [768, 820, 900, 1023].flatMap((width) => [112, 125, 150, 200].map((letters) => ({ width, letters }))),
  )(
    'fits at $width px with letters of $letters percent, and the name of the shop can be read',
    async ({ width, letters }) => {
      const page = await openAt({ width, letters, auth: AUTH_ADMIN })
      await page.getByRole('button', { name: 'Her yerde ara' }).waitFor()
      expect(await collisions(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      const name = page.getByRole('banner').getByText('Usta Oto')
      expect((await name.boundingBox())?.width).toBeGreaterThan(30)
    },
  )
})
