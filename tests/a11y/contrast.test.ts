import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'

import { accessProblems, testBrowser } from '#tests/support/screens/browser.ts'
import { chooseInRow, chooseView } from '#tests/support/screens/kayit-list-page.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

import { openState } from './states/check.ts'
import { LIST_STATES, pressInRow, rows } from './states/list.ts'

/* The panel works with colours imposed by the system and with more contrast, as users of Windows or macOS set them. */

const where = { panel: await testPanel(), browser: testBrowser() }
const [list] = LIST_STATES
if (list === undefined) throw new Error('a state is missing')

const paint = (place: Locator) =>
  place.evaluate((element) => {
    const { backgroundColor, outlineStyle, outlineWidth, forcedColorAdjust } = getComputedStyle(element)
    return { backgroundColor, outline: `${outlineStyle} ${outlineWidth}`, forcedColorAdjust }
  })

test('with forced colours, what is on differs from what is off', async () => {
  const scene = await openState(where, list, 'desktop')
  const { page } = scene
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await chooseView(page, 'Gündelik')
  await page.locator('[data-slot="age"]').first().waitFor({ state: 'attached' })
  await pressInRow(scene, 'Önizle')
  await chooseInRow(rows(scene).nth(2), 'Seç')
  await page.getByRole('button', { name: /^Görünüm / }).click()
  const nav = page.getByRole('navigation')
  const pairs: [on: Locator, off: Locator][] = [
    [page.getByRole('button', { name: /^Gündelik / }), page.getByRole('button', { name: /^Tam / })],
    [nav.getByRole('link', { name: 'Kayıtlar' }), nav.getByRole('link', { name: 'Giderler' })],
    [rows(scene).nth(0), rows(scene).nth(1)],
    [rows(scene).nth(2), rows(scene).nth(1)],
  ]
  for (const [on, off] of pairs) expect(await paint(on)).not.toEqual(await paint(off))
  const ticks = page.locator('[data-slot="age"] > span')
  expect(await paint(ticks.first())).toMatchObject({ outline: 'solid 1px', forcedColorAdjust: 'none' })
  // The plate keeps its edge, because it is a border.
  const plate = await page
    .locator('tbody .plate')
    .first()
    .evaluate((at) => getComputedStyle(at).borderTopStyle)
  expect(plate).toBe('solid')
})

test('with more contrast, the list stays accessible', async () => {
  const { page } = await openState(where, list, 'desktop')
  await page.emulateMedia({ contrast: 'more', reducedMotion: 'reduce' })
  expect(await accessProblems(page)).toEqual([])
})
