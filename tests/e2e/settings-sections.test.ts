import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { screensOf } from '#tests/long-form.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { expectAccessible, testBrowser, type Screen } from '#tests/support/screens/browser.ts'
import { enter, pathOf, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

async function openSettings({
  screen = 'desktop',
  path = 'settings',
}: { screen?: Screen; path?: string } = {}) {
  const user = await panel.user({ company_name: 'Usta Oto' })
  const page = await browser.open({ address: panel.address, screen })
  await enter(page, panel, user)
  await page.goto(path)
  return page
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const sections = (page: Page) => page.getByRole('navigation', { name: 'Ayar bölümleri' }).getByRole('link')
const shown = (page: Page) =>
  sections(page)
    .and(page.locator('[aria-current="page"]'))
    .evaluateAll((links) => links.map((link) => link.textContent))

describe.each(screensOf('phone'))('the sections of the settings on a %s', (screen) => {
  test('follow the address, and the back button returns to the former one', async () => {
    const page = await openSettings({ screen })
    await page.getByLabel('Firma Adı').waitFor()
    expect(await sections(page).count()).toBe(4)
    for (const [link, path, name] of [
      ['Fiyatlar ve paketler', '/settings?tab=prices', 'Fiyat listesi'],
      ['Çalışanlar', '/settings?tab=staff', 'Kim ne görür?'],
      ['Hesabım ve güvenlik', '/settings?tab=account', 'Açık oturumlar'],
    ] as const) {
      await sections(page).filter({ hasText: link }).click()
      await region(page, name).waitFor()
      expect(pathOf(page)).toBe(path)
      expect(await shown(page)).toEqual([expect.stringContaining(link)])
      expect(await page.getByLabel('Firma Adı').count()).toBe(0)
      await expectAccessible(page)
    }
    await page.reload()
    await region(page, 'Açık oturumlar').waitFor()
    await page.goBack()
    await region(page, 'Kim ne görür?').waitFor()
    await sections(page).filter({ hasText: 'Firma' }).click()
    await page.getByLabel('Firma Adı').waitFor()
    expect(pathOf(page)).toBe('/settings')
    expect(await shown(page)).toEqual([expect.stringContaining('Firma')])
  })

  test('lead to the data of the shop', async () => {
    const page = await openSettings({ screen })
    const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
    for (const [name, path] of [
      ['Aydınlatma metni', '/settings?tab=notice'],
      ['Geçmiş', '/changes'],
      ['Çöp kutusu', '/changes?tab=trash'],
      ['Kişisel veriler', '/personal-data'],
    ] as const) {
      await page.goto('settings')
      await link(name).click()
      await expect.poll(() => pathOf(page)).toBe(path)
    }
    await page.goBack()
    await link('Aydınlatma metni').click()
    await region(page, 'Aydınlatma metni').waitFor()
    await expectAccessible(page)
  })
})

test('typed company data waits for the user who comes back to its section', async () => {
  const page = await openSettings()
  await page.getByLabel('Firma Adı').fill('Işık Oto')
  await sections(page).filter({ hasText: 'Çalışanlar' }).click()
  await region(page, 'Çalışanlar').waitFor()
  await sections(page).filter({ hasText: 'Firma' }).click()
  await expect.poll(() => page.getByLabel('Firma Adı').inputValue()).toBe('Işık Oto')
  await page.getByText('Kaydedilmemiş değişiklik var').waitFor()
})

test('an unknown section opens the company, and a link to a part of a section scrolls to it', async () => {
  const page = await openSettings({ path: 'settings?tab=yok' })
  await page.getByLabel('Firma Adı').waitFor()
  expect(pathOf(page)).toBe('/settings')
  for (const path of ['settings#parola-degistir', 'settings?tab=account#parola-degistir']) {
    await page.goto(path)
    await page.locator(':focus').and(page.getByLabel('Mevcut Parola')).waitFor()
  }
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('settings#logo')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  const top = () =>
    region(page, 'Firma kimliği').evaluate((part) => Math.round(part.getBoundingClientRect().top))
  await expect.poll(top).toBeGreaterThanOrEqual(60)
  expect(await top()).toBeLessThan(320)
})

test.each(['', '?tab=prices', '?tab=staff', '?tab=account', '?tab=notice'])(
  'the section %j fits a window of 1280 × 800 px',
  async (search) => {
    const page = await openSettings({ path: `settings${search}` })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.locator('main').getByRole('region').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(800)
  },
)

test('of many open sessions three are shown until all are asked for', async () => {
  const user = await panel.user()
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, user)
  for (let count = 0; count < 4; count++)
    await startSession(panel.db, user, { now: new Date(), remember: true })
  await page.goto('settings?tab=account')
  const card = region(page, 'Açık oturumlar')
  const more = card.getByRole('button', { name: '2 oturum daha' })
  await more.waitFor()
  expect(await card.getByRole('listitem').count()).toBe(3)
  await card.getByText('Bu oturum').waitFor()
  await more.click()
  await page
    .locator(':focus')
    .and(card.getByRole('button', { name: 'Daha az göster' }))
    .waitFor()
  expect(await card.getByRole('listitem').count()).toBe(5)
})
