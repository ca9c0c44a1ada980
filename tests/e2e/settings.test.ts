import { describe, expect, test } from 'vitest'

import { updateSettings } from '#server/settings/operations.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { expectAccessible, loseCalls, testBrowser, type Screen } from '#tests/support/screens/browser.ts'
import { picture } from '#tests/support/documents/logo.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

type Setting = { screen?: Screen; expectedErrors?: RegExp[]; tab?: 'account' }

/** Opens the settings of a user, with helpers for the cards. */
async function openSettings({ tab, ...options }: Setting = {}) {
  const user = await panel.user({ company_name: 'Usta Oto' })
  const page = await browser.open({ address: panel.address, ...options })
  await enter(page, panel, user)
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  const general = {
    card: card('Genel'),
    name: page.getByLabel('Firma Adı'),
    phone: page.getByLabel('Firma Telefonu'),
    address: page.getByLabel('Firma Adresi'),
    format: page.getByLabel('Çıktı Formatı'),
    save: card('Genel').getByRole('button', { name: 'Kaydet' }),
  }
  const logo = {
    card: card('Firma kimliği'),
    file: page.getByLabel('Logo dosyası'),
    upload: page.getByRole('button', { name: 'Logo yükle' }),
  }
  const password = {
    card: card('Parola'),
    current: page.getByLabel('Mevcut Parola'),
    next: page.getByLabel('Yeni Parola', { exact: true }),
    repeat: page.getByLabel('Yeni Parola (Tekrar)'),
    change: page.getByRole('button', { name: 'Parolayı değiştir' }),
  }
  await page.goto(tab === undefined ? 'settings' : `settings?tab=${tab}`)
  await (tab === undefined ? general : password).card.waitFor()
  return { page, user, card, general, logo, password }
}

describe.each(['phone', 'desktop'] as const)('the settings on a %s', (screen) => {
  test('the company is saved, and the header shows it at once', async () => {
    const { page, user, general, card } = await openSettings({ screen })
    await expect.poll(() => general.name.inputValue()).toBe('Usta Oto')
    await card('Lisans').getByText('31.12.2025').waitFor()
    expect(await card('Lisans').getByText('Standard').count()).toBe(1)
    const manage = card('Lisans').getByRole('link', { name: 'Lisansı yönet' })
    expect(await manage.getAttribute('aria-disabled')).toBe('true')
    await expectAccessible(page)

    await general.name.fill(' ')
    await general.phone.fill('0312')
    await general.save.click()
    await page.getByText('Firma adı boş olamaz.').waitFor()
    await page.getByText('Telefon numarası çok kısa görünüyor.').waitFor()
    expect(await general.name.evaluate((input) => input === document.activeElement)).toBe(true)
    await expectAccessible(page)

    await general.name.fill('IŞIK Oto')
    await general.phone.fill('0312 555 11 22')
    await general.address.fill('Ostim\nAnkara')
    await general.format.selectOption('XLSX')
    await general.card.getByText('Kaydedilmemiş değişiklik var').waitFor()
    await page.reload()
    await expect.poll(() => general.name.inputValue()).toBe('IŞIK Oto')
    await general.save.click()
    await page.getByText('Genel ayarlar kaydedildi.').waitFor()
    await page.getByRole('banner').getByText('IŞIK Oto').waitFor()
    expect(await general.card.getByText('Kaydedilmemiş değişiklik var').count()).toBe(0)
    const stored = await panel.db
      .selectFrom('shops')
      .select(['company_name', 'company_tel', 'company_adress', 'output_format'])
      .where('id', '=', user.id)
      .executeTakeFirst()
    expect(stored).toEqual({
      company_name: 'IŞIK Oto',
      company_tel: '0312 555 11 22',
      company_adress: 'Ostim\nAnkara',
      output_format: 'XLSX',
    })
  })

  test('the password is changed, and the other sessions end', async () => {
    const { page, user, password, card } = await openSettings({
      screen,
      tab: 'account',
      expectedErrors: [/status of 400/],
    })
    await startSession(panel.db, user, { now: new Date(), remember: true })
    await page.reload()
    await expect.poll(() => card('Açık oturumlar').getByRole('listitem').count()).toBe(2)
    expect(await password.change.isDisabled()).toBe(true)
    const required = password.card.getByText('Mevcut ve yeni parola zorunlu.')
    await password.next.focus()
    await password.repeat.focus()
    expect(await required.count()).toBe(0)
    await password.repeat.fill('a')
    await password.repeat.blur()
    await expect.poll(() => required.count()).toBe(2)
    for (const field of [password.current, password.next])
      expect(await field.getAttribute('aria-invalid')).toBe('true')
    // Otherwise the header would cover a field in part, which axe takes for a small one.
    const toTop = () => page.evaluate(() => window.scrollTo(0, 0))
    await toTop()
    await expectAccessible(page)
    await password.current.fill('Yanlış-1234')
    await password.next.fill('araba')
    await password.repeat.fill('arab')
    await page.getByText('Parola çok zayıf. Daha güçlü bir parola belirle.').waitFor()
    await page.getByText('Yeni parola doğrulaması uyuşmuyor.').waitFor()
    await password.card.getByText('Parola gücü: Çok zayıf').waitFor()
    expect(await password.change.isDisabled()).toBe(true)
    await toTop()
    await expectAccessible(page)

    await password.next.fill('Araba-2026')
    await password.repeat.fill('Araba-2026')
    await password.card.getByText('Parola gücü: Çok güçlü').waitFor()
    await password.change.click()
    await page.getByText('Mevcut parola hatalı.').waitFor()
    await password.current.fill(user.password)
    await password.change.click()
    await page.getByText('Parola güncellendi.').waitFor()
    for (const field of [password.current, password.next, password.repeat])
      expect(await field.inputValue()).toBe('')
    await expect.poll(() => card('Açık oturumlar').getByRole('listitem').count()).toBe(1)
    expect(await required.count()).toBe(0)
  })
})

describe('the settings', () => {
  test('a chosen logo is previewed, checked and uploaded', async () => {
    const { page, logo } = await openSettings({ expectedErrors: [/ERR_FAILED/] })
    await logo.upload.click()
    await page.getByText('Yüklenecek bir logo seçin.').waitFor()
    await logo.file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('logo') })
    await page.getByText('Logo formatı PNG/JPG/WebP/SVG olmalı.').waitFor()
    const large = Buffer.alloc(1024 * 1024 + 1)
    await logo.file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: large })
    await page.getByText('Logo en fazla 1MB olmalı.').waitFor()

    const buffer = await picture()
    await logo.file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
    await page.getByRole('img', { name: 'Seçilen logo' }).waitFor()
    await expectAccessible(page)
    await page.route('**/uploadLogo.php', (route) => route.abort(), { times: 1 })
    await logo.upload.click()
    await logo.card.getByRole('alert').getByText('Logo yüklenemedi.').waitFor()
    await logo.upload.click()
    await page.getByText('Logo güncellendi.').waitFor()
    const stored = page.getByRole('img', { name: 'Firma logosu' })
    await expect.poll(() => stored.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    const shopMark = page.getByRole('banner').locator('img')
    expect(await shopMark.getAttribute('src')).toBe(await stored.getAttribute('src'))

    const bytes = Buffer.from('no picture')
    await logo.file.setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer: bytes })
    await logo.upload.click()
    await logo.card.getByRole('alert').getByText('Logo formatı PNG/JPG/WebP/SVG olmalı.').waitFor()
  })

  test('the logo field is Turkish whatever the language of the browser, and names the chosen file', async () => {
    const { page, logo } = await openSettings({ screen: 'phone' })
    await logo.card.getByText('Dosya seçilmedi').waitFor()
    const field = logo.card.locator('[data-slot="file-input"]')
    expect((await field.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    expect(await field.getByText('Dosya seç', { exact: true }).isVisible()).toBe(true)
    const chooser = page.waitForEvent('filechooser')
    await logo.file.click({ position: { x: 20, y: 20 } })
    const name = `${'çok-uzun-'.repeat(20)}logo.png`
    await (await chooser).setFiles({ name, mimeType: 'image/png', buffer: await picture() })
    await field.getByText(name).waitFor()
    expect(await logo.card.getByText('Dosya seçilmedi').count()).toBe(0)
    await expectAccessible(page)

    const outline = () => field.evaluate((box) => getComputedStyle(box).outlineStyle)
    expect(await outline()).toBe('none')
    await logo.card.getByRole('button', { name: 'Logo yükle' }).focus()
    await page.keyboard.press('Shift+Tab')
    expect(await logo.file.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await outline()).toBe('solid')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Logo güncellendi.').waitFor()
    await logo.card.getByText('Dosya seçilmedi').waitFor()
  })

  test('a change by another session is not overwritten unseen', async () => {
    const { page, user, general } = await openSettings({ expectedErrors: [/status of 409/] })
    await general.name.fill('Benim Oto')
    const other = { company_name: 'Onların Oto', company_tel: '0212 444 55 66' }
    await updateSettings(user.ctx, other)
    await general.save.click()
    await page.getByText('Bu kayıt siz düzenlerken değiştirildi.').waitFor()
    await page.getByRole('row', { name: 'Firma Adı Onların Oto Benim Oto' }).waitFor()
    expect(await general.name.inputValue()).toBe('Benim Oto')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Yazdıklarımı güncel kayda aktar' }).click()
    expect(await general.name.inputValue()).toBe('Benim Oto')
    expect(await general.phone.inputValue()).toBe('0212 444 55 66')
    await general.save.click()
    await page.getByText('Genel ayarlar kaydedildi.').waitFor()
    await page.getByRole('banner').getByText('Benim Oto').waitFor()
  })

  test('text typed during a save stays and is saved next', async () => {
    const { page, general } = await openSettings()
    await page.route(
      '**/settings.update*',
      async (route) => {
        await general.name.fill('Usta Oto Servis')
        await general.phone.fill('0312 555 11 22')
        await route.continue()
      },
      { times: 1 },
    )
    await general.name.fill('Usta Oto 2')
    await general.address.fill('Ostim')
    await general.save.click()
    await page.getByText('Genel ayarlar kaydedildi.').waitFor()
    await page.getByRole('banner').getByText('Usta Oto 2').waitFor()
    const values = () =>
      Promise.all([general.name, general.phone, general.address].map((f) => f.inputValue()))
    expect(await values()).toEqual(['Usta Oto Servis', '0312 555 11 22', 'Ostim'])
    await page.reload()
    await expect.poll(values).toEqual(['Usta Oto Servis', '0312 555 11 22', 'Ostim'])
    await general.save.click()
    await page.getByRole('banner').getByText('Usta Oto Servis').waitFor()
    expect(await general.card.getByText('Kaydedilmemiş değişiklik var').count()).toBe(0)
  })

  test('repeated presses change the password with one call', async () => {
    const { page, user, password, card } = await openSettings()
    const calls: string[] = []
    page.on(
      'request',
      (request) => void (request.method() === 'POST' && calls.push(request.postData() ?? '')),
    )
    await password.current.fill(user.password)
    await password.next.fill('Araba-2026')
    await password.repeat.fill('Araba-2026')
    await password.change.dblclick()
    await page.getByText('Parola güncellendi.').waitFor()
    await expect.poll(() => password.current.inputValue()).toBe('')
    expect(await card('Parola').getByText('Mevcut parola hatalı.').count()).toBe(0)
    expect(calls.join().match(/"new_password"/g)).toHaveLength(1)
  })

  test('a failed load shows a message, and open sessions are listed and ended when possible', async () => {
    const { page, user, card } = await openSettings({ expectedErrors: [/ERR_FAILED/] })
    const recover = await loseCalls(page, /settings\.get/)
    await startSession(panel.db, user, { now: new Date(), kind: 'legacy' })
    await page.reload()
    await page.getByRole('alert').getByText('Ayarlar yüklenemedi.').waitFor({ timeout: 40_000 })
    recover()
    await page.getByRole('button', { name: 'Tekrar dene' }).click()
    await card('Genel').waitFor()
    await page.getByRole('link', { name: 'Hesabım ve güvenlik' }).click()
    const sessions = card('Açık oturumlar').getByRole('listitem')
    await expect.poll(() => sessions.count()).toBe(2)
    expect(await sessions.filter({ hasText: 'Bu oturum' }).getByRole('button').count()).toBe(0)
    await sessions
      .filter({ hasText: 'Entegrasyon (API)' })
      .getByRole('button', { name: 'Oturumu kapat' })
      .click()
    await page.getByText('Oturum kapatıldı.').waitFor()
    await expect.poll(() => sessions.count()).toBe(1)
    expect(await sessions.getByText('Bu oturum').count()).toBe(1)
  })

  test('repeated presses end an open session with one call', async () => {
    const { page, user, card } = await openSettings({ tab: 'account', expectedErrors: [/ERR_FAILED/] })
    await startSession(panel.db, user, { now: new Date(), remember: true })
    await page.reload()
    const end = card('Açık oturumlar').getByRole('button', { name: 'Oturumu kapat' })
    const press = () =>
      end.evaluate((button: HTMLElement) => {
        for (let times = 0; times < 3; times++) button.click()
      })
    await end.waitFor()
    await page.route('**/settings.endSession*', (route) => route.abort(), { times: 1 })
    await press()
    await card('Açık oturumlar').getByRole('alert').waitFor()
    const calls: string[] = []
    // Calls of the same moment share one request.
    page.on('request', (request) => calls.push(...(request.url().match(/settings\.endSession/g) ?? [])))
    await press()
    await page.getByText('Oturum kapatıldı.').waitFor()
    await end.waitFor({ state: 'detached' })
    expect(calls).toHaveLength(1)
    expect(await card('Açık oturumlar').getByRole('alert').count()).toBe(0)
  })
})
