import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'

import { testBrowser } from '#tests/support/screens/browser.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

import { openState } from './states/check.ts'
import { ENTRY } from './states/entry.ts'
import { LIST_STATES, rows } from './states/list.ts'
import type { State } from './states/state.ts'
import { WORK } from './states/work.ts'

/* The focus survives when the focused control disappears. */

const where = { panel: await testPanel(), browser: testBrowser() }
const ALL: readonly State[] = [...ENTRY, ...LIST_STATES, ...WORK]

function open(name: string, screen: 'phone' | 'desktop' = 'desktop') {
  const state = ALL.find((one) => `${one.route}: ${one.name}` === name)
  if (state === undefined) throw new Error(`no state "${name}"`)
  return openState(where, state, screen)
}

const hasFocus = (place: Locator) => place.evaluate((element) => element === document.activeElement)

test('Escape in a menu returns the focus to its button', async () => {
  const { page } = await open('/books: export menu')
  const button = page.getByRole('button', { name: 'Dışa aktarma seçenekleri' })
  await page.keyboard.press('Tab')
  await expect.poll(() => hasFocus(button)).toBe(false)
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(button)).toBe(true)
})

test("Escape in a phone's menu returns the focus to its button", async () => {
  const { page } = await open('/dashboard: menu of a phone', 'phone')
  await page.getByRole('navigation').getByRole('link', { name: 'Ayarlar' }).focus()
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Menü' }))).toBe(true)
})

test('a selection that ends returns the focus to its row', async () => {
  const scene = await open('/books: selection')
  await scene.page.getByRole('button', { name: 'Seçimi bırak' }).press('Enter')
  const row = rows(scene).first()
  await expect.poll(() => row.evaluate((at) => at.contains(document.activeElement))).toBe(true)
})

test('buttons that remove themselves leave the focus in the content', async () => {
  const { page } = await open('/books: export is done')
  await page.getByRole('button', { name: /^Kapat:/ }).press('Enter')
  await expect.poll(() => hasFocus(page.getByRole('main'))).toBe(true)
})
