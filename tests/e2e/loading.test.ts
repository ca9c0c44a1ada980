import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { testBrowser } from '#tests/support/screens/browser.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

/** Returns the loaded resources whose address contains `part`, each with its initiator and its start (ms). */
const resources = (page: Page, part: string) =>
  page.evaluate(
    (text) =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.includes(text))
        .map(({ name, initiatorType, startTime }) => ({ name, initiatorType, startTime })),
    part,
  )

async function openShop() {
  const user = await panel.user()
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, user)
  const { kayit } = await save(user.ctx, {
    info: { musteri_adi_soyadi: 'Ayşe Işık', plaka: '34 ABC 123' },
    islemler: [{ islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 100_00 }],
  })
  return { page, id: kayit.id }
}

test('the page reads the session once', async () => {
  const { page } = await openShop()
  await page.goto('books')
  await page.locator('main tbody tr a').first().waitFor()
  const asked = await resources(page, 'auth.session')
  expect(asked.map(({ initiatorType }) => initiatorType)).toEqual(['link'])
  expect(await resources(page, 'kayit.list')).toHaveLength(1)
  // The session's response already has the settings that the screen needs.
  expect(await resources(page, 'settings.get')).toEqual([])
})

/** Parts that a screen loads after itself: the drawings of the statistics, the menus of the list. */
const AFTERWARDS = /\/(plots|lists|on-demand|pdf-address)-/

test.each(['dashboard', 'books', 'book/1', 'stats', 'settings', 'vehicles'])(
  'the page names every script of %s in advance',
  async (path) => {
    const { page, id } = await openShop()
    const response = await page.goto(path.replace('1', String(id)))
    const html = (await response?.text()) ?? ''
    const first = (await resources(page, '/assets/')).filter(({ name }) => name.endsWith('.js'))
    expect(first.length).toBeGreaterThan(3)
    const named = new Set([...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, address]) => address))
    const loadedBeforeDrawing = first.filter(({ initiatorType }) => initiatorType !== 'other')
    const late = loadedBeforeDrawing.filter(
      ({ name }) => !named.has(new URL(name).pathname) && !AFTERWARDS.test(name),
    )
    expect(late).toEqual([])
  },
)

test('the list is requested before its code has loaded', async () => {
  const { page } = await openShop()
  const isAsked = page.waitForRequest(/kayit\.list/)
  await page.route(/\/assets\/books-.*\.js/, async (route) => {
    await isAsked
    await route.continue()
  })
  await page.goto('books')
  await page.locator('main tbody tr a').first().waitFor()
  expect(await resources(page, 'kayit.list')).toHaveLength(1)
})

test('every script asks the browser to compile it ahead', async () => {
  const { page } = await openShop()
  await page.goto('books')
  await page.locator('main tbody tr a').first().waitFor()
  const scripts = (await resources(page, '/assets/')).filter(({ name }) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(3)
  for (const { name } of scripts) {
    const response = await page.request.get(name)
    expect(await response.text()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  }
})

test('an anonymous caller loads only the login', async () => {
  const page = await browser.open({ address: panel.address })
  const response = await page.goto('books')
  expect(await response?.text()).not.toContain('modulepreload')
  await page.getByRole('button', { name: 'Giriş yap' }).waitFor()
})
