import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { AUTH_ADMIN } from '#shared/options.ts'
import { screensOf } from '#tests/long-form.ts'
import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { enter, setNoticeCookies, testPanel } from '#tests/support/panel/panel.ts'
import { appCode, withFactor } from '#tests/support/security/second-factor.ts'

const panel = await testPanel({ ADMIN_SECOND_FACTOR: 'required' })
const browser = testBrowser()

const REFUSED = [/status of 4\d\d/]

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const atDashboard = (page: Page) => page.waitForURL(`${panel.address}dashboard`)

const factorOf = ({ id }: { id: number }) =>
  panel.db.selectFrom('second_factors').selectAll().where('user_id', '=', id).executeTakeFirst()

describe.each(screensOf('phone'))('a second factor that administrators must have, on a %s', (screen) => {
  test('an administrator without a second factor must set it up and see the recovery codes first', async () => {
    const admin = await panel.user({ auth: AUTH_ADMIN })
    const page = await browser.open({ address: panel.address, screen, expectedErrors: REFUSED })
    await setNoticeCookies(page, panel.address)
    await page.goto('')
    await page.getByLabel('Kullanıcı adı').fill(admin.username)
    await page.getByLabel('Parola', { exact: true }).fill(admin.password)
    await button(page, 'Giriş yap').click()
    await page.getByText('Yönetici hesapları için iki adımlı doğrulama zorunlu.').waitFor()
    await page.getByRole('img', { name: 'Uygulamayla okutulacak kare kod' }).waitFor()
    await expectAccessible(page)
    const key = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
    // The application's own address does not bypass it.
    const other = await page.context().newPage()
    await other.goto('admin')
    await button(other, 'Giriş yap').waitFor()
    await other.close()

    await page.getByLabel('Doğrulama kodu').fill(appCode(key, new Date()))
    await page.keyboard.press('Enter')
    const codes = page.getByRole('region', { name: 'Yedek kodlarınız' })
    await expect.poll(() => codes.getByRole('listitem').count()).toBe(10)
    await expectAccessible(page)
    await button(page, 'Sakladım, devam et').click()
    await atDashboard(page)
    await page.goto('settings?tab=account')
    const card = page.getByRole('region', { name: 'İki adımlı doğrulama' })
    await card.getByText('Açık', { exact: true }).waitFor()
    expect(await button(page, 'Kapat').count()).toBe(0)
  })

  test('a user who lost the telephone has it switched off by an administrator', async () => {
    const admin = await panel.user({ auth: AUTH_ADMIN })
    await withFactor(panel.db, admin)
    const lost = await panel.user()
    await withFactor(panel.db, lost)
    const page = await browser.open({ address: panel.address, screen, expectedErrors: REFUSED })
    await enter(page, panel, admin)
    await page.goto(`admin?q=${lost.username}`)
    await button(page, 'Düzenle').click()
    const dialog = page.getByRole('dialog')
    const off = dialog.getByRole('button', { name: 'İki adımlı doğrulamasını kapat' })
    await off.waitFor()
    await expectAccessible(page)
    await off.click()
    await page.getByText('İki adımlı doğrulama kapatıldı.').waitFor()
    await off.waitFor({ state: 'detached' })
    expect(await factorOf(lost)).toBe(undefined)
    expect(await factorOf(admin)).not.toBe(undefined)
  })
})

test('a session that ends over unsaved text asks for the password and then for the code', async () => {
  const user = await panel.user()
  const { key } = await withFactor(panel.db, user)
  const page = await browser.open({ address: panel.address, expectedErrors: REFUSED })
  await enter(page, panel, user)
  await page.goto('expense')
  await button(page, 'Yeni gider').click()
  const form = page.getByRole('dialog', { name: 'Yeni gider' })
  await form.getByLabel('Başlık').fill('Kira')
  await form.getByLabel('Tutar').fill('15.000')
  await panel.db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
  await form.getByRole('button', { name: 'Kaydet' }).click()
  const again = page.getByRole('dialog', { name: 'Oturum sona erdi' })
  await again.getByLabel('Parola', { exact: true }).fill(user.password)
  await again.getByRole('button', { name: 'Giriş yap' }).click()
  const code = again.getByLabel('Doğrulama kodu')
  await code.waitFor()
  await expectAccessible(page)
  await code.fill(appCode(key, new Date()))
  await code.press('Enter')
  await page.getByText('Gider eklendi.').waitFor()
  const stored = panel.db.selectFrom('expense').select('title').where('shop_id', '=', user.id)
  expect(await stored.execute()).toEqual([{ title: 'Kira' }])
})
