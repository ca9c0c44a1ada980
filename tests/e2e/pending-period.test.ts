import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectAccessible, SCREENS, testBrowser } from '#tests/support/screens/browser.ts'
import { weakEdges } from '#tests/support/screens/edges.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { enter, pathOf, testPanel } from '#tests/support/panel/panel.ts'
import { NOW } from '#tests/support/screens/stats-page.ts'

/* The lists and the statistics mark a chosen period that is not applied yet. */

const panel = await testPanel()
const browser = testBrowser()
const LAST_YEAR = NOW.year - 1

async function open(path: string) {
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, await panel.user())
  await page.goto(path)
  return page
}

const fields = (page: Page) => ({
  month: page.getByLabel('Ay', { exact: true }),
  year: page.getByLabel('Yıl', { exact: true }),
  from: page.getByLabel('Başlangıç'),
  to: page.getByLabel('Bitiş'),
})

const note = (page: Page) => page.getByRole('status').filter({ hasText: 'henüz uygulanmadı' })
const apply = (page: Page) => page.getByRole('button', { name: /^Uygula/ })

/** Returns the background of 'Uygula' without a pointer on it. */
async function colour(page: Page): Promise<string> {
  await page.mouse.move(0, 0)
  return apply(page).evaluate((button) => getComputedStyle(button).backgroundColor)
}

/** Returns the names of the fields that are drawn as pending. */
const waiting = (page: Page) =>
  page.locator('[data-slot="field"]:has([data-pending]) label').allTextContents()

interface Case {
  path: string
  choose: (page: Page) => Promise<unknown>
  waiting: string[]
  chosen: string
  shown: string
  applied: string
  /** The name of the button that discards the choice. */
  reset: string
}

const chooseFebruary = async (page: Page) => {
  await fields(page).month.selectOption('Şubat')
  await fields(page).year.selectOption(String(LAST_YEAR))
}
const february = { choose: chooseFebruary, waiting: ['Ay', 'Yıl'], chosen: `Şubat ${LAST_YEAR}` }

const CASES: Case[] = [
  {
    ...february,
    path: 'books',
    shown: 'tüm aylar',
    applied: `/books?month=2&year=${LAST_YEAR}`,
    reset: 'Temizle',
  },
  {
    ...february,
    path: `expense?month=2&year=${NOW.year}`,
    waiting: ['Yıl'],
    shown: `Şubat ${NOW.year}`,
    applied: `/expense?month=2&year=${LAST_YEAR}`,
    reset: 'Temizle',
  },
  {
    ...february,
    path: `stats?month=3&year=${NOW.year}`,
    shown: `Mart ${NOW.year}`,
    applied: `/stats?month=2&year=${LAST_YEAR}`,
    reset: 'Bu Ay',
  },
  {
    path: 'stats?period=year',
    choose: (page) => fields(page).year.selectOption(String(LAST_YEAR)),
    waiting: ['Yıl'],
    chosen: String(LAST_YEAR),
    shown: String(NOW.year),
    applied: `/stats?period=year&year=${LAST_YEAR}`,
    reset: 'Bu Yıl',
  },
  {
    path: `stats?from=${LAST_YEAR}-03-01&to=${LAST_YEAR}-03-31`,
    choose: (page) => fields(page).to.fill(`15.3.${LAST_YEAR}`),
    waiting: ['Bitiş'],
    chosen: `01.03.${LAST_YEAR} – 15.03.${LAST_YEAR}`,
    shown: `01.03.${LAST_YEAR} – 31.03.${LAST_YEAR}`,
    applied: `/stats?from=${LAST_YEAR}-03-01&to=${LAST_YEAR}-03-15`,
    reset: 'Son 30 gün',
  },
]

/** Returns the edges of the pending fields and of the others. */
const edges = (page: Page) =>
  page.locator('main form').evaluate((form) => {
    const found = { waiting: new Set<string>(), other: new Set<string>() }
    for (const field of form.querySelectorAll<HTMLElement>('select, [data-slot="input"]'))
      found[field.dataset['pending'] === undefined ? 'other' : 'waiting'].add(
        getComputedStyle(field).borderTopColor,
      )
    return { waiting: [...found.waiting], other: [...found.other] }
  })

test.for(CASES)('a period chosen in /$path waits for Uygula', async ({ path, choose, ...expected }) => {
  const page = await open(path)
  const expectRest = async () => {
    await eventually(() => note(page).count()).toBe(0)
    expect(await waiting(page)).toEqual([])
    await eventually(() => colour(page)).toBe(atRest)
  }
  await apply(page).waitFor()
  const atRest = await colour(page)
  await choose(page)
  expect(await note(page).textContent()).toBe(
    `${expected.chosen} seçildi, henüz uygulanmadı. Gösterilen: ${expected.shown}.`,
  )
  expect(await waiting(page)).toEqual(expected.waiting)
  await eventually(() => colour(page)).not.toBe(atRest)

  // A phone's sheet of filters is open while a choice waits.
  await page.setViewportSize(SCREENS.phone)
  await page.getByRole('button', { name: `Uygula, ${expected.chosen}`, exact: true }).waitFor()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  const { waiting: amber, other } = await edges(page)
  expect(amber).toEqual(['rgb(163, 90, 0)'])
  expect(other).not.toContain(amber[0])
  expect(await weakEdges(page, { part: 'main form' })).toEqual([])
  await expectAccessible(page)

  await page.setViewportSize(SCREENS.desktop)
  await page.getByRole('button', { name: 'Uygula', exact: true }).click()
  await eventually(() => pathOf(page)).toBe(expected.applied)
  await expectRest()

  await page.goBack()
  await eventually(() => pathOf(page)).toBe(`/${path}`)
  // At its second use the button changes only the fields.
  for (const _ of ['once', 'twice']) {
    await choose(page)
    await note(page).waitFor()
    await page.getByRole('button', { name: expected.reset }).click()
    await expectRest()
  }
})

test('a pending period has an edge around its whole field, in both colour schemes', async () => {
  const page = await open('books')
  await fields(page).month.selectOption('Şubat')
  const shadows = () =>
    page
      .locator('.filter-bar [data-slot="field"]')
      .evaluateAll((all) => all.map((field) => getComputedStyle(field).boxShadow))
  for (const [colorScheme, amber] of [
    ['light', 'rgb(163, 90, 0)'],
    ['dark', 'rgb(242, 177, 85)'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    for (const screen of [SCREENS.tablet, SCREENS.desktop]) {
      await page.setViewportSize(screen)
      expect(await shadows()).toEqual([`${amber} 0px 0px 0px 2px inset`, 'none'])
    }
  }
  // A month alone means the current year, which the note says before it is applied.
  expect(await note(page).textContent()).toContain(`Şubat ${NOW.year} seçildi`)
})
