import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { screensOf } from '#tests/long-form.ts'
import { sessionsOf } from '#tests/support/rows/auth.ts'
import { expectAccessible, requestsDone, testBrowser } from '#tests/support/screens/browser.ts'
import {
  type AcceptedNotices,
  enter,
  pathOf,
  setNoticeCookies,
  testPanel,
} from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

const REFUSED = [/status of 4\d\d/]
const DAY = 86_400

type Setting = {
  screen: 'phone' | 'desktop'
  accepted?: AcceptedNotices
  expectedErrors?: RegExp[]
  path?: string
}

/** Opens the login screen, with helpers for its controls. */
async function openLogin({ screen, accepted = {}, expectedErrors = [], path = '' }: Setting) {
  const page = await browser.open({ address: panel.address, screen, expectedErrors })
  await setNoticeCookies(page, panel.address, accepted)
  await page.goto(path)
  const login = {
    page,
    username: page.getByLabel('Kullanıcı adı'),
    password: page.getByLabel('Parola', { exact: true }),
    submit: page.getByRole('button', { name: 'Giriş yap' }),
    alert: page.getByRole('alert'),
    as: async ({ username, password }: { username: string; password: string }) => {
      await login.username.fill(username)
      await login.password.fill(password)
      await login.submit.click()
    },
  }
  await login.submit.waitFor()
  return login
}

async function cookie(page: Page, name: string) {
  return (await page.context().cookies()).find((one) => one.name === name)
}
const inDays = (expires: number | undefined) => Math.round(((expires ?? 0) - Date.now() / 1000) / DAY)
const atDashboard = (page: Page) => page.waitForURL(`${panel.address}dashboard`)

describe.each(screensOf('phone'))('the login on a %s', (screen) => {
  test('a login leads to the dashboard and survives a reload', async () => {
    const user = await panel.user()
    const { page, as } = await openLogin({ screen })
    await as(user)
    await atDashboard(page)
    await page.reload()
    await page.getByRole('heading', { name: user.username }).waitFor()

    const session = await cookie(page, 'session_id')
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(inDays(session?.expires)).toBe(30)
  })

  test('an invalid form is not sent, and the first invalid field is focused', async () => {
    const { page, username, password, submit } = await openLogin({ screen })
    const calls: string[] = []
    page.on('request', (request) => calls.push(request.url()))

    await username.focus()
    await password.focus()
    await page.getByText('Kullanıcı adı zorunludur.').waitFor()
    expect(await username.getAttribute('aria-invalid')).toBe('true')
    expect(await password.getAttribute('aria-invalid')).toBe(null)

    await username.fill('   ')
    await submit.click()
    await page.getByText('Parola en az 4 karakter olmalı.').waitFor()
    expect(await username.evaluate((field) => field === document.activeElement)).toBe(true)

    await username.fill('usta')
    await password.fill('abc')
    await password.press('Enter')
    expect(await username.getAttribute('aria-invalid')).toBe(null)
    expect(await password.getAttribute('aria-invalid')).toBe('true')
    expect(await password.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(calls.filter((url) => url.includes('auth.login'))).toEqual([])
    await expectAccessible(page)
  })

  test('a refused login shows the message of the server above the form, and the next attempt works', async () => {
    const user = await panel.user()
    const { page, as, alert, username } = await openLogin({ screen, expectedErrors: REFUSED })
    await as({ ...user, password: 'yanlış' })
    expect(await alert.textContent()).toBe('Kullanıcı adı veya parola hatalı.')
    const [alertBox, fieldBox] = [await alert.boundingBox(), await username.boundingBox()]
    expect(alertBox?.y).toBeLessThan(fieldBox?.y ?? 0)
    await expectAccessible(page)
    await as(user)
    await atDashboard(page)
  })

  test('the privacy notice is shown once, and accepting it logs in', async () => {
    const user = await panel.user()
    const { page, as } = await openLogin({ screen, accepted: { consent: false } })
    await as(user)
    const dialog = page.getByRole('dialog', { name: /6698.*Aydınlatma Metni/ })
    const accept = dialog.getByRole('button', { name: 'Onayla' })
    await dialog.waitFor()
    expect(await accept.isDisabled()).toBe(true)
    expect(await cookie(page, 'session_id')).toBe(undefined)
    await expectAccessible(page)

    await dialog.getByRole('checkbox').check()
    await accept.click()
    await atDashboard(page)
    expect(await cookie(page, 'session_id')).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
    const consent = await cookie(page, 'kvkk_onay')
    expect(consent).toMatchObject({ value: '1', sameSite: 'Lax' })
    expect(inDays(consent?.expires)).toBe(365)
    expect(await sessionsOf(panel.db, user)).toMatchObject([{ kind: 'web', remember: true }])
  })

  test('the cookie banner is shown on every screen until it is accepted, and covers nothing', async () => {
    const user = await panel.user()
    const { page, as, submit } = await openLogin({ screen, accepted: { banner: false } })
    const banner = page.getByRole('region', { name: 'Çerez bildirimi' })
    const [button, box] = [await submit.boundingBox(), await banner.boundingBox()]
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThan(box?.y ?? 0)
    await expectAccessible(page)

    await as(user)
    await atDashboard(page)
    await page.reload()
    const menu = page.getByRole('navigation').getByRole('link', { name: 'Kayıtlar' })
    await menu.click()
    await page.waitForURL(`${panel.address}books`)
    await page.getByRole('heading', { level: 1, name: 'Kayıtlar' }).waitFor()
    await expectAccessible(page)
    const search = page.getByRole('searchbox', { name: 'Ara' })
    await search.focus()
    await banner.getByRole('button', { name: 'Kabul et' }).click()
    await banner.waitFor({ state: 'detached' })
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.reload()
    await menu.waitFor()
    expect(await banner.count()).toBe(0)
    const accepted = await cookie(page, 'cerez_onay')
    expect(accepted?.sameSite).toBe('Lax')
    expect(inDays(accepted?.expires)).toBe(180)
  })
})

describe('the cancelled consent step', () => {
  const ways: [string, (page: Page) => Promise<unknown>][] = [
    ['Vazgeç', (page) => page.getByRole('button', { name: 'Vazgeç' }).click()],
    ['Kapat', (page) => page.getByRole('button', { name: 'Kapat' }).click()],
    ['Escape', (page) => page.keyboard.press('Escape')],
    ['leaving the page', (page) => page.reload()],
  ]
  test.each(ways)('the token is revoked on the server by %s', async (_way, leave) => {
    const user = await panel.user()
    const { page, as, submit } = await openLogin({ screen: 'desktop', accepted: { consent: false } })
    await as(user)
    await page.getByRole('dialog').waitFor()
    expect(await sessionsOf(panel.db, user)).toMatchObject([{ kind: 'pending' }])
    await leave(page)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => sessionsOf(panel.db, user)).toEqual([])
    expect(pathOf(page)).toBe('/')
    await submit.waitFor()
    expect(await cookie(page, 'kvkk_onay')).toBe(undefined)
  })

  test('an expired consent step shows a message', async () => {
    const user = await panel.user()
    const { page, as, alert } = await openLogin({
      screen: 'desktop',
      accepted: { consent: false },
      expectedErrors: REFUSED,
    })
    await as(user)
    await page.getByRole('checkbox', { name: /okudum/ }).check()
    await panel.db
      .updateTable('sessions')
      .set({ expires_at: new Date(0) })
      .execute()
    await page.getByRole('button', { name: 'Onayla' }).click()
    expect(await alert.textContent()).toBe('Onay süresi doldu. Lütfen tekrar giriş yapın.')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await as(user)
    await page.getByRole('checkbox', { name: /okudum/ }).check()
    await page.getByRole('button', { name: 'Onayla' }).click()
    await atDashboard(page)
  })
})

describe('the session', () => {
  test('a session without remember-me lasts until the browser is closed', async () => {
    const { page, as } = await openLogin({ screen: 'desktop' })
    await page.getByLabel('Beni hatırla').uncheck()
    await as(await panel.user())
    await atDashboard(page)
    expect(await cookie(page, 'session_id')).toMatchObject({ expires: -1 })
  })

  test('every address without a session asks for the login, which leads to the dashboard', async () => {
    const user = await panel.user()
    const { page, as } = await openLogin({ screen: 'desktop', path: 'books?size=50' })
    expect(pathOf(page)).toBe('/')
    await as(user)
    await atDashboard(page)
    await page.goto('')
    await atDashboard(page)
  })

  test('a logout ends the session on the server, and the next login leads to the dashboard', async () => {
    const user = await panel.user()
    const page = await browser.open({ address: panel.address })
    await enter(page, panel, user)
    await page.goto('books')
    await page.getByRole('link', { name: 'Çıkış' }).click()
    await page.getByRole('button', { name: 'Giriş yap' }).waitFor()
    expect(pathOf(page)).toBe('/')
    expect(await sessionsOf(panel.db, user)).toEqual([])
    await page.getByLabel('Kullanıcı adı').fill(user.username)
    await page.getByLabel('Parola', { exact: true }).fill(user.password)
    await page.keyboard.press('Enter')
    await atDashboard(page)
  })

  test('after the session ended elsewhere, the next call shows the login screen, which leads back', async () => {
    const user = await panel.user()
    const page = await browser.open({ address: panel.address, expectedErrors: REFUSED })
    await enter(page, panel, user)
    await page.goto('dashboard')
    await page.getByRole('heading', { name: user.username }).waitFor()
    await requestsDone(page)
    await panel.db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    // A pointer over the link would prefetch the list and show the login before the press.
    await page.getByRole('navigation').getByRole('link', { name: 'Kayıtlar' }).dispatchEvent('click')
    await page.getByLabel('Kullanıcı adı').fill(user.username)
    await page.getByLabel('Parola', { exact: true }).fill(user.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${panel.address}books`)
    expect(await sessionsOf(panel.db, user)).toMatchObject([{ kind: 'web' }])
  })
})

describe('the password field', () => {
  test('the password can be shown and hidden', async () => {
    const { page, password } = await openLogin({ screen: 'desktop' })
    await password.fill('gizli')
    await page.getByRole('button', { name: 'Parolayı göster' }).click()
    expect(await password.getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: 'Parolayı gizle' }).click()
    expect(await password.getAttribute('type')).toBe('password')
  })
})

test('a lost connection shows its own message and keeps the typed text', async () => {
  const { page, as, alert, username } = await openLogin({
    screen: 'phone',
    expectedErrors: [/ERR_FAILED/],
  })
  await page.route('**/auth.login*', (route) => route.abort())
  await as({ username: 'usta', password: 'parola' })
  expect(await alert.textContent()).toBe('Giriş başarısız. Bilgileri kontrol et.')
  await page.getByText('Bağlantınızı denetleyip tekrar deneyin.').waitFor()
  await expectAccessible(page)
  expect(await username.inputValue()).toBe('usta')
})
