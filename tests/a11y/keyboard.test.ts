import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { type Screen, requestsDone, testBrowser } from '#tests/support/screens/browser.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

import { openState } from './states/check.ts'
import { ENTRY } from './states/entry.ts'
import { LIST_STATES } from './states/list.ts'
import { MONEY } from './states/money.ts'
import { RECORD } from './states/record.ts'
import { CHANGES_STATES } from './states/changes.ts'
import { REST } from './states/rest.ts'
import { SETTINGS_STATES } from './states/settings.ts'
import type { State } from './states/state.ts'

/* Tab reaches every control in visual order, shows the focus, and leaves the page again. */

const where = { panel: await testPanel(), browser: testBrowser() }
const ALL: readonly State[] = [
  ...ENTRY,
  ...LIST_STATES,
  ...MONEY,
  ...RECORD,
  ...REST,
  ...SETTINGS_STATES,
  ...CHANGES_STATES,
]
const NAMES = [
  '/: cookie banner',
  '/dashboard: shop at work',
  '/books: records',
  '/books: selection',
  '/book/$id: with work',
  "/book/$id: 'Diğer bilgiler' open",
  '/expense: expenses',
  '/stats: month',
  '/stats: tables of the charts',
  '/settings: company',
  '/settings: settings, another session open',
  '/settings: price list, unfolded',
  '/feedbacks: answers open',
  '/admin: users',
]
const STATES = ALL.filter(({ route, name }) => NAMES.includes(`${route}: ${name}`))

describe.each(['phone', 'desktop'] satisfies Screen[])('on a %s', (screen) => {
  test.each(STATES)('$route: $name', async (state) => {
    const { page } = await openState(where, state, screen)
    expect(await tabProblems(page)).toEqual([])
  })
})

interface Stop {
  name: string
  isCovered: boolean
  isRinged: boolean
  /** The position in the page, not in the window; `null` in a sticky bar. */
  box: { top: number; bottom: number; left: number; right: number } | null
}

/** Walks through the page by Tab, from its start to its end. */
async function tabProblems(page: Page): Promise<string[]> {
  // Parts that are loaded when the page is idle bring their own controls.
  for (let last = -1, count = 0; last !== count; count = await page.evaluate(countStops)) {
    last = count
    await requestsDone(page)
  }
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    window.scrollTo(0, 0)
    const start = document.body.appendChild(document.createElement('span'))
    start.tabIndex = -1
    document.body.prepend(start)
    start.focus()
  })
  const expected = await page.evaluate(countStops)
  const stops: Stop[] = []
  for (let count = 0; count <= expected + 5; count += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(stopAtFocus)
    if (stop === null) break
    stops.push(stop)
  }
  const problems = stops.flatMap(({ name, isCovered, isRinged }) => [
    ...(isCovered ? [`covered: ${name}`] : []),
    ...(isRinged ? [] : [`no ring: ${name}`]),
  ])
  const jumps = stops.flatMap(({ name, box }, index) => {
    const before = stops[index - 1]?.box ?? null
    if (box === null || before === null) return []
    // A step upwards is allowed only into another column.
    return box.bottom <= before.top && box.left < before.right ? [`against the order: ${name}`] : []
  })
  const number = stops.length === expected ? [] : [`${stops.length} stops of ${expected}`]
  return [...number, ...problems, ...jumps]
}

/** Counts the stops of Tab: every control once, but of a set of tabs only the current one. */
function countStops(): number {
  const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
  return [...document.querySelectorAll<HTMLElement>(controls)].filter(
    (control) =>
      control.tabIndex >= 0 &&
      control.checkVisibility({ visibilityProperty: true }) &&
      control.closest(':disabled, [inert]') === null,
  ).length
}

function stopAtFocus(): Stop | null {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return null
  const { top, bottom, left, right } = element.getBoundingClientRect()
  const ancestors = []
  for (let at: HTMLElement | null = element; at !== null; at = at.parentElement) ancestors.push(at)
  const stays = ancestors.some((at) => ['fixed', 'sticky'].includes(getComputedStyle(at).position))
  const isRinged = ancestors.slice(0, 5).some((at) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(at)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  // WCAG 2.4.11: at least a part of the control must be visible.
  const across = [left + 2, (left + right) / 2, right - 2]
  const down = [top + 2, (top + bottom) / 2, bottom - 2]
  const isSeen = across.some((x) =>
    down.some((y) => {
      const at = document.elementFromPoint(x, y)
      const label = element.closest('label')
      return at !== null && (element.contains(at) || at.contains(element) || label?.contains(at) === true)
    }),
  )
  const offset = window.scrollY
  const box = stays ? null : { top: top + offset, bottom: bottom + offset, left, right }
  return { name: element.outerHTML.slice(0, 120), isCovered: !isSeen, isRinged, box }
}
