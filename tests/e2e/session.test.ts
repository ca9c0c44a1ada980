import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { brokenAnswer } from '#tests/support/screens/broken-answer.ts'
import { expectAccessible, requestsDone, testBrowser } from '#tests/support/screens/browser.ts'
import { enter, pathOf, setNoticeCookies, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

/** Delays the responses of the session check until they are released. */
async function holdSession(page: Page): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/auth.session*', async (route) => {
    await held
    await route.continue()
  })
  return () => release()
}

describe('with a session', () => {
  test('every screen has its address, and any other address leads to the dashboard', async () => {
    const page = await browser.open({ address: panel.address })
    await enter(page, panel, await panel.user({ auth: 3 }))
    const titles = {
      books: 'Kayıtlar',
      'book/0': 'Kayıt Oluştur',
      expense: 'Giderler',
      stats: 'İstatistikler',
      settings: 'Ayarlar',
      feedbacks: 'Destek',
      admin: 'Yönetim',
    }
    for (const [path, name] of Object.entries(titles)) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1, name }).waitFor()
      expect(pathOf(page)).toBe(`/${path}`)
    }
    for (const path of ['yok', 'books/yok', '']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1, name: 'Hoş geldiniz' }).waitFor()
      expect(pathOf(page)).toBe('/dashboard')
    }
    const header = await page.getByRole('banner').boundingBox()
    expect(header?.height).toBe(60)
  })

  test('a message is shown while the session is checked', async () => {
    const page = await browser.open({ address: panel.address })
    await enter(page, panel, await panel.user())
    const release = await holdSession(page)
    await page.goto('books')
    await page.getByText('Yükleniyor...').waitFor()
    expect(await page.getByRole('heading').allTextContents()).toEqual(['Oto Servis Yönetim Paneli'])
    release()
    await page.getByRole('heading', { name: 'Kayıtlar' }).waitFor()
  })

  test('a failed check of the session is logged and shows the login screen', async () => {
    const page = await browser.open({
      address: panel.address,
      expectedErrors: [/status of 500/, /Oturum denetlenemedi/],
    })
    await enter(page, panel, await panel.user())
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await page.route('**/auth.session*', brokenAnswer('auth.session'))
    await page.goto('books')
    await page.getByRole('button', { name: 'Giriş yap' }).waitFor()
    expect(pathOf(page)).toBe('/')
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(logged.some((line) => line.includes('Oturum denetlenemedi'))).toBe(true)
  })
})

describe('a session that ends elsewhere', () => {
  const message = 'Oturum sona erdi. Devam etmek için yeniden giriş yapın.'

  test('an ended session shows the login screen with the reason, until the next login', async () => {
    const page = await browser.open({ address: panel.address, expectedErrors: [/status of 401/] })
    const user = await panel.user()
    await enter(page, panel, user)
    await page.goto('books')
    await page.getByText('Sonuç bulunamadı.').waitFor()
    await requestsDone(page)
    await panel.db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    await page.getByRole('navigation').getByRole('link', { name: 'Giderler' }).click()
    await page.getByRole('status').getByText(message).waitFor()
    await expectAccessible(page)
    await page.getByLabel('Kullanıcı adı').fill(user.username)
    await page.getByLabel('Parola', { exact: true }).fill(user.password)
    await page.getByRole('button', { name: 'Giriş yap' }).click()
    await page.getByRole('heading', { name: 'Giderler' }).waitFor()
    await page.getByRole('link', { name: 'Çıkış' }).click()
    await page.getByRole('button', { name: 'Giriş yap' }).waitFor()
    expect(await page.getByText(message).count()).toBe(0)
  })

  test('a first visit and an old cookie show no message about an ended session', async () => {
    const page = await browser.open({ address: panel.address })
    const user = await panel.user()
    await enter(page, panel, user)
    await panel.db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    await page.goto('books')
    await page.getByRole('button', { name: 'Giriş yap' }).waitFor()
    expect(await page.getByText(message).count()).toBe(0)
  })
})

test('a page stores nothing after its browser logged in as another user, and continues after a login', async () => {
  const page = await browser.open({ address: panel.address, expectedErrors: [/status of 401/] })
  const [one, other] = [await panel.user(), await panel.user()]
  await enter(page, panel, one)
  await page.goto('expense')
  await page.getByRole('button', { name: 'Yeni gider' }).click()
  const dialog = page.getByRole('dialog', { name: 'Yeni gider' })
  await dialog.getByLabel('Başlık').fill('Kira')
  await dialog.getByLabel('Tutar').fill('15.000')
  // Another tab logs out and in again.
  await enter(page, panel, other)
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  const again = page.getByRole('dialog', { name: 'Oturum sona erdi' })
  await again.getByLabel('Parola', { exact: true }).fill(one.password)
  expect(await panel.db.selectFrom('expense').select('shop_id').execute()).toEqual([])
  await again.getByRole('button', { name: 'Giriş yap' }).click()
  await page.getByText('Gider eklendi.').waitFor()
  const stored = await panel.db.selectFrom('expense').select(['shop_id', 'title']).execute()
  expect(stored).toEqual([{ shop_id: one.id, title: 'Kira' }])
  const cookies = await page.context().cookies()
  expect(cookies.find(({ name }) => name === 'session_id')?.expires).toBe(-1)
})

describe('without a session', () => {
  test('every address leads to the login screen', async () => {
    const page = await browser.open({ address: panel.address })
    await setNoticeCookies(page, panel.address)
    for (const path of ['dashboard', 'book/5', 'admin', 'yok', 'books/yok']) {
      await page.goto(path)
      await page.getByRole('button', { name: 'Giriş yap' }).waitFor()
      expect(pathOf(page)).toBe('/')
    }
    expect(await page.getByLabel('Beni hatırla').isChecked()).toBe(true)
  })

  test('the button shows that a login runs, and a fault of the server shows a message', async () => {
    const page = await browser.open({ address: panel.address, expectedErrors: [/status of 500/] })
    await setNoticeCookies(page, panel.address)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/auth.login*', async (route) => {
      await held
      await brokenAnswer('auth.login')(route)
    })
    await page.goto('')
    await page.getByLabel('Kullanıcı adı').fill('usta')
    await page.getByLabel('Parola', { exact: true }).fill('parola')
    const submit = page.getByRole('button', { name: 'Giriş yap' })
    await submit.click()
    await expect.poll(() => submit.getAttribute('aria-busy')).toBe('true')
    release()
    await page.getByRole('alert').getByText('Giriş başarısız.', { exact: true }).waitFor()
    expect(await submit.getAttribute('aria-busy')).toBe(null)
  })
})
