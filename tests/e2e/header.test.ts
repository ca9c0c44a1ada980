import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'
import { AUTH_ADMIN, AUTH_USER } from '#shared/options.ts'

const panel = await testPanel()
const browser = testBrowser()

/** Opens the settings, in windows that change their width. */
async function open({ auth = AUTH_USER, company_name = 'Usta Oto' } = {}) {
  const page = await browser.open({ address: panel.address, screen: 'tablet' })
  await enter(page, panel, await panel.user({ auth, company_name }))
  await page.goto('settings')
  await page.getByLabel('Firma Adı').waitFor()
  const button = page.getByRole('button', { name: 'Her yerde ara' })
  const at = async (width: number, letters = 100) => {
    await page.setViewportSize({ width, height: 1024 })
    await page.evaluate((percent) => {
      document.documentElement.style.fontSize = `${percent}%`
    }, letters)
    await button.waitFor()
  }
  return { page, button, at }
}

/** Returns the parts of the header that leave the window or overlap each other. */
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

const TABLETS = [768, 820, 900, 1023]

describe('the search of every screen on a tablet', () => {
  test('opens by touch, and the header keeps all its controls', async () => {
    const { page, button, at } = await open()
    for (const width of [...TABLETS, 1024]) {
      await at(width)
      expect(await button.boundingBox()).toMatchObject({ width: 44, height: 44 })
      expect(await collisions(page)).toEqual([])
      await button.click()
      await page.getByRole('combobox', { name: 'Her yerde ara' }).waitFor()
      await page.keyboard.press('Escape')
      await page.locator(':focus').and(button).waitFor()
    }
    await expectAccessible(page)
  })

  test('fits beside the longest name and the entries of an administrator', async () => {
    const { page, at } = await open({ auth: AUTH_ADMIN, company_name: 'W'.repeat(200) })
    for (const width of [...TABLETS, 1024]) {
      await at(width)
      expect(await collisions(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })

  test.each([112, 125, 150, 200])(
    'fits with letters of %i percent, and the name of the shop can be read',
    async (letters) => {
      const { page, at } = await open({ auth: AUTH_ADMIN })
      for (const width of TABLETS) {
        await at(width, letters)
        expect(await collisions(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        const name = page.getByRole('banner').getByText('Usta Oto')
        expect((await name.boundingBox())?.width).toBeGreaterThan(30)
      }
    },
  )
})
