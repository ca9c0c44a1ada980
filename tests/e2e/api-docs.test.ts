import { expect, test } from 'vitest'

import { legacyPaths } from '#server/transports/legacy/routes.ts'
import { type Screen, expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

const screens: Screen[] = ['phone', 'tablet', 'desktop']

test.each(screens)('the description of the legacy API is readable on a %s', async (screen) => {
  const page = await browser.open({ address: panel.address, screen })
  await page.goto('api/docs')
  await page.getByRole('heading', { level: 1, name: 'Entegrasyon (API)' }).waitFor()
  expect(await page.locator('article').count()).toBe(Object.keys(legacyPaths).length)
  expect(await page.locator('script, style, [style]').count()).toBe(0)
  // Only the page's own style sheet makes a card of an article, so it was loaded.
  expect(
    await page
      .locator('article')
      .first()
      .evaluate((card) => getComputedStyle(card).borderRadius),
  ).toBe('8px')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'admin/user_upsert.php' }).click()
  const article = page.locator('#admin_user_upsert')
  await expect.poll(() => article.evaluate((it) => Math.abs(it.getBoundingClientRect().top) < 200)).toBe(true)
  expect(await article.getByText('yalnız yöneticiler').count()).toBe(1)
})
