import { expect, test } from 'vitest'

import { AUTH_ADMIN } from '#shared/options.ts'
import { testBrowser } from '#tests/support/screens/browser.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

test('a search that looks like a number stands in every search field as it was typed', async () => {
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, await panel.user({ auth: AUTH_ADMIN }))
  const lists = [
    'books',
    'expense',
    'customers',
    'vehicles',
    'feedbacks',
    'admin',
    'admin?tab=shops',
    'admin?tab=feedbacks',
  ]
  for (const list of lists) {
    for (const q of ['34E1234', '1e5', 'null', '0.50']) {
      await page.goto(`${list}${list.includes('?') ? '&' : '?'}q=${q}`)
      const field = page.getByRole('main').getByRole('searchbox', { name: 'Ara' })
      await expect.poll(() => field.inputValue(), { message: list }).toBe(q)
    }
  }
})
