import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { sessionsOf } from '#tests/support/rows/auth.ts'
import { expectAccessible, requestsDone, testBrowser } from '#tests/support/screens/browser.ts'
import type { TestUser } from '#tests/support/rows/factories.ts'
import { untilKept } from '#tests/support/screens/kayit-page.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { enter, pathOf, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

const REASON = 'Uzun süre kullanılmadığı için oturumunuz kapatıldı.'

/** Opens a page of a shop whose limit is 15 minutes, with a clock that tests advance. */
async function open(path: string) {
  const user = await panel.user({ idle_minutes: 15 })
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, user)
  await page.clock.install()
  await page.goto(path)
  await watched(page)
  return { page, user }
}

/** The limit's code is loaded after the screen. */
const watched = (page: Page) =>
  eventually(() => page.evaluate(() => localStorage.getItem('son-hareket'))).not.toBe(null)

const atLogin = (page: Page) => page.getByRole('status').getByText(REASON).waitFor()

async function logIn(page: Page, { username, password }: TestUser) {
  await page.getByLabel('Kullanıcı adı').fill(username)
  await page.getByLabel('Parola', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
}

/** Returns whether each call of `auth.session` counts as use. */
function usesOf(page: Page): boolean[] {
  const uses: boolean[] = []
  page.on('request', (request) => {
    if (request.url().includes('auth.session')) uses.push(request.headers()['x-unattended'] === undefined)
  })
  return uses
}

describe('an unused page', () => {
  test('shows the login screen with the reason, ends the session and returns after the login', async () => {
    const { page, user } = await open('expense?q=kira')
    await page.clock.fastForward('14:30')
    await page.getByRole('heading', { name: 'Giderler' }).waitFor()
    expect(await sessionsOf(panel.db, user)).toHaveLength(1)
    await page.clock.fastForward('01:00')
    await atLogin(page)
    expect(await page.getByText('Giderler').count()).toBe(0)
    await eventually(() => sessionsOf(panel.db, user)).toEqual([])
    await expectAccessible(page)
    await logIn(page, user)
    await page.getByRole('heading', { name: 'Giderler' }).waitFor()
    expect(pathOf(page)).toBe('/expense?q=kira')
    await watched(page)
    await page.clock.fastForward('15:30')
    await atLogin(page)
  })

  test('shows no unsaved text any more, and offers it after the login', async () => {
    const { page, user } = await open('book/0')
    await page.getByLabel('Müşteri Adı Soyadı', { exact: true }).fill('Gizli Müşteri')
    await untilKept(page, 'Gizli Müşteri')
    await page.clock.fastForward('16:00')
    await atLogin(page)
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.content()).not.toContain('Gizli Müşteri')
    await logIn(page, user)
    await page.getByRole('button', { name: 'Taslağı geri yükle' }).click()
    expect(await page.getByLabel('Müşteri Adı Soyadı', { exact: true }).inputValue()).toBe('Gizli Müşteri')
  })

  test('a page that wakes up after the limit logs out at the first touch, which does not renew the session', async () => {
    const { page, user } = await open('books')
    // The clock jumps as after a sleep of the machine: time has passed, but no timer has run.
    await page.clock.setSystemTime(Date.now() + 3_600_000)
    await page.mouse.move(200, 200)
    await page.mouse.move(210, 210)
    await atLogin(page)
    await expect.poll(() => sessionsOf(panel.db, user)).toEqual([])
  })

  test('does not open without a connection', async () => {
    const { page } = await open('books')
    expect(await page.evaluate(() => localStorage.getItem('cevrimdisi-kullanici'))).toBe(null)
  })
})

describe('a used page', () => {
  test('stays open in all tabs', async () => {
    const { page } = await open('books')
    const other = await page.context().newPage()
    await other.goto(`${panel.address}stats`)
    await other.getByRole('heading', { level: 1, name: 'İstatistikler' }).waitFor()
    await requestsDone(other)
    // Both tabs share this clock.
    await page.clock.fastForward('10:00')
    await page.keyboard.press('Shift')
    await page.clock.fastForward('10:00')
    await other.getByRole('heading', { level: 1, name: 'İstatistikler' }).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Kayıtlar' }).waitFor()
    await page.clock.fastForward('06:00')
    for (const tab of [page, other]) await atLogin(tab)
    expect([pathOf(page), pathOf(other)]).toEqual(['/', '/'])
  })

  test('reports its use to the server without other calls; automatic calls do not count', async () => {
    const { page } = await open('books')
    await requestsDone(page)
    const uses = usesOf(page)
    await page.clock.fastForward('02:00')
    // The device reports a change of its network, so the page checks by itself whether the server responds.
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect.poll(() => uses).toEqual([false])
    await page.keyboard.press('Shift')
    await expect.poll(() => uses).toEqual([false, true])
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect.poll(() => uses).toEqual([false, true, true])
  })
})

test('an idle limit chosen in the settings applies at once, and so does its removal', async () => {
  const user = await panel.user({ company_name: 'Demir Oto' })
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, user)
  await page.clock.install()
  await page.goto('settings?tab=account')
  const card = page.getByRole('region', { name: 'Giriş', exact: true })
  const choice = page.getByLabel('Kullanılmadığında oturumu kapat')
  await choice.waitFor()
  expect(await choice.locator('option').allTextContents()).toEqual([
    'Hiçbir zaman',
    '15 dakika sonra',
    '30 dakika sonra (önerilen)',
    '60 dakika sonra',
  ])
  await page.clock.fastForward('20:00')
  await choice.selectOption('30 dakika sonra (önerilen)')
  await card.getByRole('button', { name: 'Kaydet' }).click()
  await page.getByText('Güvenlik ayarı kaydedildi.').waitFor()
  await watched(page)
  // At the top no control is partly covered by the sticky header, which would count as too small.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page)
  await page.clock.fastForward('31:00')
  await atLogin(page)
  await logIn(page, user)
  expect(await choice.inputValue()).toBe('30')
  await choice.selectOption('Hiçbir zaman')
  await card.getByRole('button', { name: 'Kaydet' }).click()
  await eventually(async () => {
    const row = await panel.db
      .selectFrom('shops')
      .where('id', '=', user.id)
      .select(['idle_minutes', 'company_name'])
      .executeTakeFirst()
    return row
  }).toEqual({ idle_minutes: null, company_name: 'Demir Oto' })
  await page.clock.fastForward('59:00')
  await page.getByRole('heading', { level: 1, name: 'Ayarlar' }).waitFor()
})
