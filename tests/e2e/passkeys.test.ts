import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { recordAccessChange } from '#server/auth/accounts.ts'
import { screensOf } from '#tests/long-form.ts'
import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { enter, setNoticeCookies, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

const REFUSED = [/status of 4\d\d/]
/** An IP address does not allow passkeys, so the panel is opened by name. */
const named = () => panel.address.replace('127.0.0.1', 'localhost')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const PASSKEY = 'Geçiş anahtarıyla giriş yap'

/** Opens a page of a browser on a device with finger, face or PIN. */
async function openDevice(screen: 'phone' | 'desktop') {
  const page = await browser.open({ address: named(), screen, expectedErrors: REFUSED })
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const verify = (isUserVerified: boolean) =>
    cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  return { page, verify }
}

async function logOut(page: Page) {
  await panel.db.deleteFrom('sessions').execute()
  await page.goto('')
  await button(page, PASSKEY).waitFor()
}

describe.each(screensOf('phone'))('a passkey on a %s', (screen) => {
  test('is added after the password, logs in, is renamed, and is refused after its removal', async () => {
    const user = await panel.user()
    const { page } = await openDevice(screen)
    await enter(page, { ...panel, address: named() }, user)
    await panel.db
      .updateTable('sessions')
      .set({ confirmed_at: new Date(0) })
      .where('user_id', '=', user.id)
      .execute()
    await page.goto('settings?tab=account')
    const card = page.getByRole('region', { name: 'Geçiş anahtarları' })
    await card.getByRole('button', { name: 'Geçiş anahtarı ekle' }).click()
    await page.locator(':focus').and(card.getByLabel('Yeni geçiş anahtarının adı')).waitFor()
    await card.getByRole('button', { name: 'Vazgeç' }).click()
    await page
      .locator(':focus')
      .and(card.getByRole('button', { name: 'Geçiş anahtarı ekle' }))
      .waitFor()
    await page.keyboard.press('Enter')
    await card.getByRole('button', { name: 'Geçiş anahtarı ekle' }).click()
    await card.getByText('Geçiş anahtarına bir ad verin.').waitFor()
    await card.getByLabel('Yeni geçiş anahtarının adı').fill('Ofis bilgisayarı')
    await card.getByRole('button', { name: 'Geçiş anahtarı ekle' }).click()
    const again = page.getByRole('dialog', { name: 'Parolanızı yeniden girin' })
    await again.getByLabel('Parola', { exact: true }).fill(user.password)
    await again.getByRole('button', { name: 'Devam et' }).click()
    await card.getByText(/^Henüz kullanılmadı/).waitFor()
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectAccessible(page)

    await logOut(page)
    await expectAccessible(page)
    await button(page, PASSKEY).click()
    await page.waitForURL(`${named()}dashboard`)
    await page.getByRole('heading', { name: user.username }).waitFor()
    const session = await panel.db
      .selectFrom('sessions')
      .where('user_id', '=', user.id)
      .select(['method', 'remember'])
      .execute()
    expect(session).toEqual([{ method: 'passkey', remember: true }])

    await page.goto('settings?tab=account')
    await card.getByText(/^Son kullanım/).waitFor()
    await card.getByRole('button', { name: 'Adını değiştir: Ofis bilgisayarı' }).click()
    await card.getByLabel('Geçiş anahtarının adı', { exact: true }).fill('Kasa')
    await card.getByRole('button', { name: 'Kaydet' }).click()
    await card.getByText('Kasa', { exact: true }).waitFor()
    await card.getByRole('button', { name: 'Kaldır: Kasa' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Kaldır' }).click()
    await again.getByLabel('Parola', { exact: true }).fill(user.password)
    await again.getByRole('button', { name: 'Devam et' }).click()
    await page.getByText('Geçiş anahtarı kaldırıldı.').waitFor()
    await card.getByText('Kasa', { exact: true }).waitFor({ state: 'hidden' })

    await logOut(page)
    await button(page, PASSKEY).click()
    await page.getByText('Bu geçiş anahtarıyla giriş yapılamadı. Parolanızla giriş yapabilirsiniz.').waitFor()
    await expectAccessible(page)
  })
})

test('the browser’s refusal is explained, and the password still works', async () => {
  const user = await panel.user()
  const { page } = await openDevice('desktop')
  await setNoticeCookies(page, named())
  await page.goto('')
  await button(page, PASSKEY).click()
  await page.getByText('Geçiş anahtarı kullanılmadı: işlem iptal edildi ya da süresi doldu.').waitFor()
  await page.getByLabel('Kullanıcı adı').fill(user.username)
  await page.getByLabel('Parola', { exact: true }).fill(user.password)
  await button(page, 'Giriş yap').click()
  await page.waitForURL(`${named()}dashboard`)
  const greeting = page.getByRole('heading', { name: user.username })
  await greeting.waitFor()
  expect(await greeting.textContent()).toContain('Hoş geldiniz')
})

test('an address without a name has no passkey button, and the settings give the reason', async () => {
  const user = await panel.user()
  const page = await browser.open({ address: panel.address })
  await setNoticeCookies(page, panel.address)
  await page.goto('')
  await button(page, 'Giriş yap').waitFor()
  expect(await button(page, PASSKEY).count()).toBe(0)
  await enter(page, panel, user)
  await page.goto('settings?tab=account')
  await page
    .getByText(
      'Geçiş anahtarları bu adreste kullanılamaz: panelin https ile, bir alan adıyla açılması gerekir.',
    )
    .waitFor()
  expect(await button(page, 'Geçiş anahtarı ekle').count()).toBe(0)
})

test('the next login asks about a login from a new device; "Ben değildim" leads to the password', async () => {
  const user = await panel.user({ first_login_at: new Date() })
  const logIn = async () => {
    const page = await browser.open({ address: panel.address, expectedErrors: REFUSED })
    await setNoticeCookies(page, panel.address)
    await page.goto('')
    await page.getByLabel('Kullanıcı adı').fill(user.username)
    await page.getByLabel('Parola', { exact: true }).fill(user.password)
    await button(page, 'Giriş yap').click()
    await page.waitForURL(`${panel.address}dashboard`)
    return page
  }
  const newDevice = await logIn()
  await newDevice.getByRole('heading', { name: user.username }).waitFor()
  const owner = await logIn()
  const notice = owner.getByText(
    /^Hesabınıza \d\d\.\d\d\.\d{4} \d\d:\d\d tarihinde yeni bir cihazdan \(.*Chrome\)/,
  )
  await notice.waitFor()
  await expectAccessible(owner)
  await button(owner, 'Ben değildim').click()
  await owner.getByText('Diğer oturumlarınız kapatıldı. Şimdi parolanızı değiştirin;').waitFor()
  await expect
    .poll(() => owner.getByLabel('Mevcut Parola').evaluate((it) => it === document.activeElement))
    .toBe(true)
  await owner.getByRole('heading', { name: 'Yeni cihazlardan girişler' }).waitFor()
  const left = panel.db.selectFrom('sessions').where('user_id', '=', user.id).selectAll()
  expect(await left.execute()).toHaveLength(1)

  const third = await logIn()
  await third.getByText(/^Hesabınıza/).waitFor()
  await button(third, 'Bendim').click()
  await third.getByText(/^Hesabınıza/).waitFor({ state: 'detached' })
  await third.reload()
  await third.getByRole('heading', { name: user.username }).waitFor()
  expect(await button(third, 'Bendim').count()).toBe(0)
})

test('"Ben değildim" in an open session shows the accounts that the login made or changed, and ends their access', async () => {
  const user = await panel.user({ first_login_at: new Date(0) })
  const page = await browser.open({ address: panel.address, expectedErrors: REFUSED })
  await enter(page, panel, user)
  const at = new Date()
  const login = { user_id: user.id, at, address: '203.0.113.x', user_agent: '', method: 'password' as const }
  await panel.db.insertInto('new_login').values(login).execute()
  const member = { shop_id: user.id, role: 'desk', email: '', email_key: '' } as const
  await panel.user({ ...member, created_by: user.id, created_at: new Date(), name_surname: 'Yeni Usta' })
  const changed = await panel.user({ ...member, name_surname: 'Eski Usta' })
  await recordAccessChange({ db: panel.db, now: new Date() }, changed.id, { by: user.id })
  await panel.db.updateTable('sessions').set({ confirmed_at: null }).where('user_id', '=', user.id).execute()
  await page.goto('dashboard')
  await button(page, 'Ben değildim').waitFor()
  await page.goto('settings?tab=account')
  await expectAccessible(page)
  await button(page, 'Ben değildim').click()
  const question = page.getByRole('dialog')
  await question.getByLabel('Parola', { exact: true }).fill(user.password)
  await question.getByRole('button', { name: 'Devam et' }).click()
  await page.getByRole('heading', { name: 'Hesabınız korumaya alındı' }).waitFor()
  await expectAccessible(page)
  await page.getByLabel(/^Eski Usta/).uncheck()
  await button(page, 'Seçilenlerin erişimini sonlandır').click()
  await page.getByText('1 hesap kapatıldı.').waitFor()
  expect(await page.getByLabel(/^Yeni Usta/).count()).toBe(0)
  const staff = panel.db.selectFrom('users').where('shop_id', '=', user.id).where('role', '<>', 'owner')
  const open = staff.where('deleted_at', 'is', null)
  expect(await open.select('name_surname').execute()).toEqual([{ name_surname: 'Eski Usta' }])
  await page.getByRole('link', { name: 'Parolamı değiştir' }).click()
  await page.getByLabel('Mevcut Parola').waitFor()
})
