import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { screensOf } from '#tests/long-form.ts'
import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { enter, setNoticeCookies, testPanel } from '#tests/support/panel/panel.ts'
import { appCode, withFactor, wrongCode } from '#tests/support/security/second-factor.ts'

const panel = await testPanel()
const browser = testBrowser()

const REFUSED = [/status of 4\d\d/]

const card = (page: Page) => page.getByRole('region', { name: 'İki adımlı doğrulama' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Opens the screen that asks for the code, after the name and the password. */
async function openStep(screen: 'phone' | 'desktop', accepted = {}) {
  const user = await panel.user()
  const factor = await withFactor(panel.db, user)
  const page = await browser.open({ address: panel.address, screen, expectedErrors: REFUSED })
  await setNoticeCookies(page, panel.address, accepted)
  await page.goto('')
  const login = async () => {
    await page.getByLabel('Kullanıcı adı').fill(user.username)
    await page.getByLabel('Parola', { exact: true }).fill(user.password)
    await button(page, 'Giriş yap').click()
    await code.waitFor()
  }
  const code = page.getByLabel('Doğrulama kodu')
  await login()
  return { page, user, ...factor, code, login, submit: button(page, 'Doğrula') }
}

const atDashboard = (page: Page) => page.waitForURL(`${panel.address}dashboard`)

describe.each(screensOf('desktop'))('the second factor on a %s', (screen) => {
  test('is switched on with a code of the app, shows ten recovery codes once, and is switched off', async () => {
    const user = await panel.user()
    const page = await browser.open({ address: panel.address, screen, expectedErrors: REFUSED })
    await enter(page, panel, user)
    await panel.db
      .updateTable('sessions')
      .set({ confirmed_at: new Date(0) })
      .where('user_id', '=', user.id)
      .execute()
    await page.goto('settings?tab=account')
    await button(page, 'İki adımlı doğrulamayı aç').click()
    const again = page.getByRole('dialog', { name: 'Parolanızı yeniden girin' })
    await again.getByLabel('Parola', { exact: true }).fill(user.password)
    await again.getByRole('button', { name: 'Devam et' }).click()

    await page.getByRole('img', { name: 'Uygulamayla okutulacak kare kod' }).waitFor()
    await expectAccessible(page)
    const key =
      (await card(page)
        .getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
        .textContent()) ?? ''
    const code = page.getByLabel('Doğrulama kodu')
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code')
    expect(await code.getAttribute('inputmode')).toBe('numeric')
    await code.fill('12345')
    await button(page, 'Doğrula ve aç').click()
    await page.getByText('Kod altı rakamdır; yedek kod ise 24 harf ve rakam.').waitFor()
    await code.fill(wrongCode(key, new Date()))
    await button(page, 'Doğrula ve aç').click()
    await page.getByText('Kod hatalı ya da daha önce kullanılmış.').waitFor()
    await expectAccessible(page)
    await code.fill(appCode(key, new Date()))
    await code.press('Enter')

    const codes = page.getByRole('region', { name: 'Yedek kodlarınız' })
    await codes.waitFor()
    expect(await codes.getByRole('listitem').allTextContents()).toHaveLength(10)
    await expectAccessible(page)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      codes.getByRole('link', { name: 'Dosya olarak indir' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('yedek-kodlar.txt')
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('heading', { name: 'Açık oturumlar' }).isVisible()).toBe(false)
    expect(await codes.getByRole('listitem').first().isVisible()).toBe(true)
    await page.emulateMedia({ media: 'screen' })
    await button(page, 'Kodları sakladım').click()
    await card(page).getByText('10 yedek kodunuz kaldı.').waitFor()
    await card(page).getByText('Açık', { exact: true }).waitFor()
    // Controls that lie half under the header would count as too small.
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectAccessible(page)

    await button(page, 'Kapat').click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Kapat' }).click()
    await button(page, 'İki adımlı doğrulamayı aç').waitFor()
  })

  test('a login asks for the code, which may be pasted with a blank', async () => {
    const { page, key, code, submit, user } = await openStep(screen)
    expect(await code.evaluate((it) => it === document.activeElement)).toBe(true)
    await expectAccessible(page)
    await submit.click()
    await page.getByText('Kodu yazın.').waitFor()
    await code.fill(wrongCode(key, new Date()))
    await submit.click()
    await page.getByText('Kod hatalı ya da daha önce kullanılmış.').waitFor()
    await expectAccessible(page)
    const right = appCode(key, new Date())
    await code.fill(`${right.slice(0, 3)} ${right.slice(3)}`)
    await code.press('Enter')
    await atDashboard(page)
    await page.reload()
    await page.getByRole('heading', { name: user.username }).waitFor()
  })

  test('a recovery code replaces the code, and the privacy notice follows', async () => {
    const { page, user, codes } = await openStep(screen, { consent: false })
    await button(page, 'Telefonum yanımda değil: yedek kod kullan').click()
    const recovery = page.getByLabel('Yedek kod', { exact: true })
    await expectAccessible(page)
    await recovery.fill(codes[0] ?? '')
    await recovery.press('Enter')
    const notice = page.getByRole('dialog', { name: /Aydınlatma Metni/ })
    await notice.getByRole('checkbox').check()
    await notice.getByRole('button', { name: 'Onayla' }).click()
    await atDashboard(page)
    const left = panel.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', user.id)
    expect(await left.execute()).toHaveLength(9)
  })

  test('"Vazgeç" and an expired step lead back to the login', async () => {
    const { page, key, user, code, login, submit } = await openStep(screen)
    await button(page, 'Vazgeç').click()
    await button(page, 'Giriş yap').waitFor()
    await login()
    await panel.db
      .updateTable('sessions')
      .set({ expires_at: new Date() })
      .where('user_id', '=', user.id)
      .execute()
    await code.fill(appCode(key, new Date()))
    await submit.click()
    await page.getByText('Doğrulama süresi doldu. Lütfen tekrar giriş yapın.').waitFor()
    expect(await page.getByLabel('Kullanıcı adı').isVisible()).toBe(true)
  })
})
