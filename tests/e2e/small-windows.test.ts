import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { enter, pathOf, testPanel } from '#tests/support/panel/panel.ts'
import { AUTH_ADMIN, AUTH_USER, BANNER_COOKIE } from '#shared/options.ts'

const panel = await testPanel()
const browser = testBrowser()

type Setting = { path?: string; auth?: number }

/** Opens a screen in a window of this size, logged in. */
async function openAt(width: number, height: number, { path = 'books', auth }: Setting = {}) {
  const page = await browser.open({ address: panel.address, screen: 'phone' })
  await page.setViewportSize({ width, height })
  await enter(page, panel, await panel.user(auth === undefined ? {} : { auth }))
  await page.goto(path)
  return page
}

const boxOf = async (page: Page, name: string) =>
  (await page.getByRole('button', { name }).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

/** Returns the fixed and sticky elements (list items by their text, others by tag) and their lowest edge. */
const fixedOf = (page: Page) =>
  page.evaluate(() => {
    const stays = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { position } = getComputedStyle(element)
      const box = element.getBoundingClientRect()
      const isHidden = box.bottom <= 0 || box.width === 0 || box.height === 0
      return ['fixed', 'sticky'].includes(position) && !isHidden
    })
    const names = stays.map(({ tagName, textContent }) => (tagName === 'LI' ? textContent : tagName))
    const bottom = Math.max(...stays.map((element) => element.getBoundingClientRect().bottom))
    return { names: [...new Set(names)], bottom }
  })

const WHO = [
  ['staff', AUTH_USER],
  ['an administrator', AUTH_ADMIN],
] as const

/** Opens the menu, moves through its lines and closes it by a tap; returns the positions of lines and button. */
async function tryMenu(page: Page) {
  const toggle = page.getByRole('button', { name: 'Menü' })
  await toggle.waitFor()
  const boxes = [await boxOf(page, 'Menü')]
  await toggle.click()
  expect(await toggle.getAttribute('aria-expanded')).toBe('true')
  const lines = []
  for (const name of ['Çıkış', 'Anasayfa', 'Kayıtlar']) {
    const link = page.getByRole('navigation').getByRole('link', { name })
    await link.focus()
    lines.push((await link.boundingBox()) ?? { y: 0, height: 0 })
    boxes.push(await boxOf(page, 'Menü'))
  }
  const [box = { x: 0, y: 0, width: 0, height: 0 }] = boxes
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  expect(await toggle.getAttribute('aria-expanded')).toBe('false')
  expect(pathOf(page)).toBe('/books')
  const top = Math.min(...lines.map(({ y }) => y))
  const bottom = Math.max(...lines.map(({ y, height }) => y + height))
  return { box, hasStayed: boxes.every(({ x, y }) => x === box.x && y === box.y), top, bottom }
}

test.each(WHO)('the menu on a phone unfolds above the fixed bar for %s', async (_who, auth) => {
  const page = await openAt(360, 740, { auth })
  const { box, hasStayed, top, bottom } = await tryMenu(page)
  expect([hasStayed, top >= 0, bottom <= box.y + box.height]).toEqual([true, true, true])
  expect(box.y + box.height).toBeLessThanOrEqual(740)
})

describe.each([
  ['at 400 % zoom', 320, 256],
  ['on a phone on its side', 640, 300],
])('a low window, %s', (_where, width, height) => {
  test.each(WHO)('the menu unfolds from the header for %s', async (_who, auth) => {
    const page = await openAt(width, height, { auth })
    const { hasStayed, top, bottom } = await tryMenu(page)
    expect([hasStayed, top >= 60, bottom <= height]).toEqual([true, true, true])
    await page.getByRole('button', { name: 'Menü' }).click()
    await expectAccessible(page)
  })

  test('only the header is fixed, and the end of the page is not covered', async () => {
    const page = await openAt(width, height, { path: 'book/0' })
    await page.context().clearCookies({ name: BANNER_COOKIE })
    await page.reload()
    await page.getByRole('heading', { name: 'Kayıt Oluştur' }).waitFor()
    expect(await fixedOf(page)).toEqual({ names: ['HEADER', 'Menü'], bottom: 60 })
    // The focused first field has scrolled the page; a control half below the header would count as too small.
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectAccessible(page)
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const [save, accept] = [
      page.getByRole('button', { name: 'Kaydet', exact: true }).last(),
      page.getByRole('button', { name: 'Kabul et' }),
    ]
    const bottomOf = async (button: typeof save) => {
      const box = await button.boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0)
    }
    expect(await bottomOf(accept)).toBeLessThanOrEqual(height)
    expect(await bottomOf(save)).toBeLessThan(await bottomOf(accept))
  })
})

test('the table head is not sticky in a low window', async () => {
  const user = await panel.user()
  await save(user.ctx)
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, user)
  await page.setViewportSize({ width: 1280, height: 450 })
  await page.goto('books')
  await page.locator('main tbody [data-opens]').first().waitFor()
  expect(await fixedOf(page)).toEqual({ names: ['HEADER'], bottom: 60 })
  await page.setViewportSize({ width: 1280, height: 800 })
  expect((await fixedOf(page)).names).toContain('THEAD')
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
