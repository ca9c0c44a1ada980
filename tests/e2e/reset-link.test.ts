import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { makeResetLink } from '#server/admin/operations.ts'
import { adminScreen } from '#tests/support/screens/admin-screen.ts'
import { sessionsOf } from '#tests/support/rows/auth.ts'
import { expectAccessible, type Screen, testBrowser } from '#tests/support/screens/browser.ts'
import type { TestUser } from '#tests/support/rows/factories.ts'
import { enter, pathOf, setNoticeCookies, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()
const openAdmin = adminScreen(panel, browser)

const NEW = 'Bambaşka-2026'
const DEAD = 'Bu bağlantı geçersiz ya da süresi dolmuş. Yöneticinizden yeni bir bağlantı isteyin.'
const REFUSED = [/status of (400|401|429)/]

const linkFor = async ({ id }: Pick<TestUser, 'id'>): Promise<string> => {
  const { ctx } = await panel.user({ auth: 3 })
  return `${panel.address}parola#${(await makeResetLink(ctx, { id })).token}`
}

async function openLink(link: string, screen: Screen = 'desktop'): Promise<Page> {
  const page = await browser.open({ address: panel.address, screen, expectedErrors: REFUSED })
  await setNoticeCookies(page, panel.address)
  await page.goto(link)
  return page
}

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
async function choose(page: Page, password = NEW): Promise<void> {
  await field(page, 'Yeni Parola').fill(password)
  await field(page, 'Yeni Parola (Tekrar)').fill(password)
  await page.getByRole('button', { name: 'Parolayı kaydet' }).click()
}
async function logIn(page: Page, password: string): Promise<void> {
  await field(page, 'Parola').fill(password)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
}

describe.each(['phone', 'desktop'] as const)('a forgotten password on a %s', (screen) => {
  test('an administrator makes a link, and the user sets a new password with it, once', async () => {
    const user = await panel.user({ username: `unutan-${screen}`, company_tel: '0532 123 45 67' })
    const old = await browser.open({ address: panel.address, expectedErrors: REFUSED })
    await enter(old, panel, user)
    await old.goto('dashboard')
    await old.getByRole('heading', { name: user.username }).waitFor()

    const { page, users, search, dialog } = await openAdmin({ screen })
    await search.fill(user.username)
    await users.locator('mark').first().waitFor()
    await users.getByRole('button', { name: 'Düzenle' }).click()
    await dialog.getByRole('button', { name: 'Parola bağlantısı oluştur' }).click()
    const link = await dialog.getByLabel('Bağlantı', { exact: true }).inputValue()
    expect(link).toMatch(new RegExp(`^${panel.address}parola#[\\w-]{43}$`))
    const sent = await dialog.getByRole('link', { name: 'WhatsApp ile gönder' }).getAttribute('href')
    expect(sent).toMatch(/^https:\/\/wa\.me\/905321234567\?text=/)
    expect(new URL(sent ?? '').searchParams.get('text')).toContain(link)
    await dialog.getByText('Bu adres yalnızca bu bilgisayarda açılır.').waitFor()
    await expectAccessible(page)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await dialog.getByRole('button', { name: 'Kopyala' }).click()
    await page.getByText('Bağlantı kopyalandı.').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

    const seen: string[] = []
    const there = await openLink('about:blank', screen)
    there.on('request', (request) => seen.push(request.url()))
    await there.goto(link)
    await field(there, 'Yeni Parola').waitFor()
    expect(await field(there, 'Kullanıcı adı').inputValue()).toBe(user.username)
    await expectAccessible(there)
    await choose(there, 'kısa')
    await there.getByText('Parola çok zayıf. Daha güçlü bir parola belirle.').waitFor()
    await choose(there, 'Fenerbahce1907')
    await there.getByText('Bu parola çok bilinen parolalardan.').waitFor()
    await field(there, 'Yeni Parola').fill(NEW)
    await there.getByRole('button', { name: 'Parolayı kaydet' }).click()
    await there.getByText('Yeni parola doğrulaması uyuşmuyor.').waitFor()
    await expectAccessible(there)
    await choose(there)
    await there.getByText('Parola güncellendi. Açık bütün oturumlarınız kapatıldı.').waitFor()
    await expectAccessible(there)
    expect(await sessionsOf(panel.db, user)).toEqual([])
    // Only the body of a call carries the token.
    const token = link.split('#')[1] ?? ''
    expect(seen.filter((url) => url.split('#')[0]?.includes(token))).toEqual([])

    await there.getByRole('link', { name: 'Yeni parolayla giriş yap' }).click()
    expect(pathOf(there)).toBe('/')
    expect(await field(there, 'Kullanıcı adı').inputValue()).toBe(user.username)
    await logIn(there, user.password)
    await there.getByRole('alert').getByText('Kullanıcı adı veya parola hatalı.').waitFor()
    await logIn(there, NEW)
    await there.getByRole('heading', { name: user.username }).waitFor()

    await old.getByRole('navigation').getByRole('link', { name: 'Kayıtlar' }).dispatchEvent('click')
    await old.getByText('Oturum sona erdi.').waitFor()
    const second = await openLink(link)
    await second.getByRole('alert').getByText(DEAD).waitFor()
    await expectAccessible(second)
  })
})

describe('a link', () => {
  test('asks another user of the browser to log out first, and then works', async () => {
    const [user, other] = [
      await panel.user({ username: 'yeni-sifre' }),
      await panel.user({ username: 'baskasi' }),
    ]
    const page = await browser.open({ address: panel.address, expectedErrors: REFUSED })
    await enter(page, panel, other)
    await page.goto(await linkFor(user))
    await choose(page)
    await page.getByText('Bu tarayıcıda baskasi olarak oturum açık.').waitFor()
    await expectAccessible(page)
    expect(await sessionsOf(panel.db, other)).toHaveLength(1)
    await page.getByRole('button', { name: 'Çıkış yap ve giriş ekranına git' }).click()
    await page.getByRole('button', { name: 'Giriş yap' }).waitFor()
    expect(await field(page, 'Kullanıcı adı').inputValue()).toBe(user.username)
    expect(await sessionsOf(panel.db, other)).toEqual([])
    await logIn(page, NEW)
    await page.getByRole('heading', { name: user.username }).waitFor()
  })

  test('a used link ends the session of its user in the same browser, which leads to the login', async () => {
    const user = await panel.user()
    const page = await browser.open({ address: panel.address, expectedErrors: REFUSED })
    await enter(page, panel, user)
    await page.goto(await linkFor(user))
    await choose(page)
    await page.getByText('Parola güncellendi.').waitFor()
    expect(await sessionsOf(panel.db, user)).toEqual([])
    await page.getByRole('link', { name: 'Yeni parolayla giriş yap' }).click()
    await logIn(page, NEW)
    await page.getByRole('heading', { name: user.username }).waitFor()
  })

  test('a used link, and one without a token, shows a message and leads to the login', async () => {
    const user = await panel.user()
    const link = await linkFor(user)
    const page = await openLink(link)
    await field(page, 'Yeni Parola').waitFor()
    await panel.db.deleteFrom('reset_links').where('user_id', '=', user.id).execute()
    await choose(page)
    await page.getByRole('alert').getByText(DEAD).waitFor()
    await page.getByRole('link', { name: 'Giriş ekranına git' }).click()
    await page.getByRole('button', { name: 'Giriş yap' }).waitFor()
    const bare = await openLink('parola')
    expect(await bare.getByRole('alert').textContent()).toBe(DEAD)
    expect(await bare.getByText('Yeni parolanızı belirleyin.').count()).toBe(0)
    await bare.getByText('Bu bağlantıyla parola belirlenemez.').waitFor()
  })

  test('a valid link replaces a used one in the same tab', async () => {
    const user = await panel.user()
    const page = await openLink(await linkFor(user))
    await field(page, 'Yeni Parola').waitFor()
    const newer = await linkFor(user)
    await choose(page)
    await page.getByRole('alert').getByText(DEAD).waitFor()
    await page.goto(newer)
    await choose(page)
    await page.getByText('Parola güncellendi.').waitFor()
    const left = panel.db.selectFrom('reset_links').select('user_id').where('user_id', '=', user.id)
    expect(await left.execute()).toEqual([])
  })

  test('a messenger that reads the address does not use the link up', async () => {
    const user = await panel.user()
    const link = await linkFor(user)
    for (const method of ['HEAD', 'GET', 'GET'])
      expect((await fetch(link, { method, headers: { 'user-agent': 'WhatsApp/2' } })).status).toBe(200)
    const page = await openLink(link)
    await choose(page)
    await page.getByText('Parola güncellendi.').waitFor()
  })
})

test('a wrong password shows once where to get a link', async () => {
  const page = await openLink('')
  await page.getByLabel('Kullanıcı adı').fill('yok-boyle-biri')
  await page.getByLabel('Parola', { exact: true }).fill('yanlış parola')
  await page.getByRole('button', { name: 'Giriş yap', exact: true }).click()
  await page.getByRole('alert').getByText('Kullanıcı adı veya parola hatalı.').waitFor()
  expect(await page.getByText(/unuttu/).count()).toBe(1)
})

test('the login says where to get a link', async () => {
  const page = await openLink('')
  const text = 'Parolanızı mı unuttunuz? Hesabınızı açan yöneticiden yeni parola bağlantısı isteyin.'
  await page.getByText(text).waitFor()
  expect(await page.getByText(text).count()).toBe(1)
  await expectAccessible(page)
})
