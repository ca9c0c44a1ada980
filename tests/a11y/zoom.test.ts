import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { testBrowser } from '#tests/support/screens/browser.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

import { openState } from './states/check.ts'
import { ENTRY } from './states/entry.ts'
import { LIST_STATES } from './states/list.ts'
import { MONEY } from './states/money.ts'
import { RECORD } from './states/record.ts'
import { CHANGES_STATES } from './states/changes.ts'
import { REST } from './states/rest.ts'
import { SETTINGS_STATES } from './states/settings.ts'

/* WCAG 1.4.4 and 1.4.10: at 200 % all content is there and visible, and only tables of data scroll sideways. */

const where = { panel: await testPanel(), browser: testBrowser() }
const NAMES = [
  '/: login',
  '/: cookie banner',
  '/dashboard: shop at work',
  '/books: records',
  '/books: selection',
  '/book/$id: with work',
  '/book/$id: refused fields',
  '/expense: expenses',
  '/stats: month',
  '/stats: days',
  '/settings: company',
  '/settings: settings, another session open',
  '/settings: price list, unfolded',
  '/feedbacks: answers open',
  '/admin: users',
]
const ALL = [...ENTRY, ...LIST_STATES, ...MONEY, ...RECORD, ...REST, ...SETTINGS_STATES, ...CHANGES_STATES]
const STATES = NAMES.map((name) => {
  const state = ALL.find((one) => `${one.route}: ${one.name}` === name)
  if (state === undefined) throw new Error(`no state "${name}"`)
  return state
})

/** Two kinds of 200 %: 1280 × 800 px shrink to 640 × 400 px, or only the letters are twice as large. */
const ZOOMS = {
  'page zoom': (page: Page) => page.setViewportSize({ width: 640, height: 400 }),
  'text zoom': (page: Page) =>
    page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%')),
}

describe.each(Object.entries(ZOOMS))('at 200 %% %s', (_name, zoom) => {
  test.each(STATES)('$route: $name', async (state) => {
    const { page } = await openState(where, state, 'desktop')
    await zoom(page)
    await page.evaluate(() => new Promise((done) => setTimeout(done, 200)))
    expect(await zoomProblems(page)).toEqual([])
  })
})

/** Returns sideways scrolling, bars over more than half of the height, and controls that are cut off or covered. */
function zoomProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement
    const { clientWidth: width, clientHeight: height } = root
    const name = (element: Element) => element.outerHTML.slice(0, 140)
    const wide = root.scrollWidth > width ? [`${root.scrollWidth} px wide`] : []
    const shown = [...document.body.querySelectorAll<HTMLElement>('*')].filter((element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    )
    const bars = shown.filter((element) => {
      const { position } = getComputedStyle(element)
      const box = element.getBoundingClientRect()
      const isIn = box.bottom > 0 && box.top < height && box.width > width / 2
      return isIn && (position === 'fixed' || position === 'sticky')
    })
    const covered = new Set(
      bars.flatMap((bar) => {
        const { top, bottom } = bar.getBoundingClientRect()
        return Array.from({ length: height }, (_, y) => y).filter((y) => y >= top && y < bottom)
      }),
    )
    const high = covered.size > height / 2 ? [`bars cover ${covered.size} of ${height} px`] : []
    const controls = shown.filter((element) =>
      element.matches('a[href], button, input, select, textarea, summary'),
    )
    const hidden = controls.filter((control) => {
      if (control.closest('[aria-hidden="true"], [inert], .sr-only, [tabindex="-1"]') !== null) return false
      if (control.matches('.fixed.-translate-y-20')) return false
      control.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      const { left, right, top, bottom } = (control.closest('label') ?? control).getBoundingClientRect()
      const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      const label = control.closest('label')
      return at === null || !(control.contains(at) || at.contains(control) || label?.contains(at) === true)
    })
    return [...wide, ...high, ...hidden.map((control) => `covered: ${name(control)}`)]
  })
}
