import { describe, expect, test } from 'vitest'

import { adminScreen } from '#tests/support/screens/admin-screen.ts'
import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { picture } from '#tests/support/documents/logo.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const openAdmin = adminScreen(panel, testBrowser())

describe('saving users', () => {
  test('text typed during a save stays, and changes the stored user', async () => {
    const { page, users, dialog, field, save } = await openAdmin({ path: 'admin?q=kalfa' })
    await page.route(
      '**/admin.saveUser*',
      async (route) => {
        await field('Firma adı').fill('Bu Arada')
        await route.continue()
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Yeni kullanıcı' }).click()
    await field('Kullanıcı adı').fill('kalfa')
    await field('E-posta').fill('kalfa@ornek.test')
    await field('Yeni parola').fill('Araba-2026')
    await save.click()
    await page.getByRole('dialog', { name: 'Kullanıcı düzenle' }).waitFor()
    expect([await field('Kullanıcı adı').inputValue(), await field('Firma adı').inputValue()]).toEqual([
      'kalfa',
      'Bu Arada',
    ])
    expect(await field('Yeni parola').inputValue()).toBe('')
    expect(await field('Firma adı').evaluate((input) => input === document.activeElement)).toBe(true)
    await expectAccessible(page)
    const stored = () =>
      panel.db
        .selectFrom('users')
        .innerJoin('shops', 'shops.id', 'users.id')
        .select(['company_name', 'version'])
        .where('username', '=', 'kalfa')
        .execute()
    expect(await stored()).toEqual([{ company_name: '', version: 1 }])
    await save.click()
    await dialog.waitFor({ state: 'detached' })
    await users.getByText('Bu Arada').waitFor()
    expect(await stored()).toEqual([{ company_name: 'Bu Arada', version: 2 }])
  })

  test('the form stays open during a save', async () => {
    const { page, dialog, field, save } = await openAdmin({ expectedErrors: [/ERR_FAILED/] })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/admin.saveUser*', async (route) => {
      await held
      await route.abort()
    })
    await page.getByRole('button', { name: 'Yeni kullanıcı' }).click()
    await field('Kullanıcı adı').fill('acemi')
    await field('E-posta').fill('acemi@ornek.test')
    await field('Yeni parola').fill('Araba-2026')
    await save.click()
    await expect.poll(() => save.getAttribute('aria-busy')).toBe('true')
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Kapat' }).click()
    await dialog.getByRole('button', { name: 'Vazgeç' }).click()
    release()
    await dialog.getByRole('alert').getByText('Kullanıcı kaydedilemedi.').waitFor()
    expect(await field('Kullanıcı adı').inputValue()).toBe('acemi')
    await dialog.getByRole('button', { name: 'Vazgeç' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  test('text typed during a save stays when the save is refused for a newer version', async () => {
    const { id } = await panel.user({ username: 'ikinci', company_name: 'Eski' })
    const { page, users, dialog, field, save } = await openAdmin({
      path: 'admin?q=ikinci',
      expectedErrors: [/status of 409/],
    })
    await users.getByRole('button', { name: 'Düzenle' }).click()
    await field('Ad soyad').fill('Işıl Öz')
    await panel.db.updateTable('shops').set({ company_name: 'Onların' }).where('id', '=', id).execute()
    await panel.db
      .updateTable('users')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    await page.route(
      '**/admin.saveUser*',
      async (route) => {
        await field('Firma telefonu').fill('0312 111 22 33')
        await route.continue()
      },
      { times: 1 },
    )
    await save.click()
    await dialog.getByText('Bu kayıt siz düzenlerken değiştirildi.').waitFor()
    await dialog.getByRole('button', { name: 'Yazdıklarımı güncel kayda aktar' }).click()
    const names = ['Ad soyad', 'Firma telefonu', 'Firma adı']
    expect(await Promise.all(names.map((name) => field(name).inputValue()))).toEqual([
      'Işıl Öz',
      '0312 111 22 33',
      'Onların',
    ])
  })

  test('the lists of users and feedbacks follow changes made on other screens', async () => {
    const { page, admin, users, feedbacks, dialog, field, save } = await openAdmin()
    const go = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click()
    const own = users.filter({ hasText: admin.username })
    await own.getByText('Merkez').waitFor()
    await page.getByRole('tab', { name: 'Geri Bildirimler' }).click()
    await page.getByText('Sonuç bulunamadı.').waitFor()

    await go('Ayarlar')
    await page.getByLabel('Firma Adı').fill('Yeni Merkez')
    await page.getByRole('region', { name: 'Genel' }).getByRole('button', { name: 'Kaydet' }).click()
    await page.getByText('Genel ayarlar kaydedildi.').waitFor()
    const logo = { name: 'a.png', mimeType: 'image/png', buffer: await picture() }
    await page.getByLabel('Logo dosyası').setInputFiles(logo)
    await page.getByRole('button', { name: 'Logo yükle' }).click()
    await page.getByText('Logo güncellendi.').waitFor()
    await go('Destek')
    await page.getByLabel('Konu').fill('Kendime not')
    await page.getByLabel('Mesaj', { exact: true }).fill('Yazıcı bugün de çalışmıyor.')
    await page.getByRole('button', { name: 'Gönder' }).click()
    await page.getByText('Teşekkürler! Geri bildirimin alındı.').waitFor()

    await go('Yönetim')
    await own.getByText('Yeni Merkez').waitFor()
    await own.getByRole('button', { name: 'Düzenle' }).click()
    await dialog.getByRole('img', { name: 'Firma logosu' }).waitFor()
    await field('Ad soyad').fill('Işıl Öz')
    await save.click()
    await page.getByText('Kullanıcı kaydedildi.').waitFor()
    await page.getByRole('tab', { name: 'Geri Bildirimler' }).click()
    await expect.poll(() => feedbacks.allTextContents()).toEqual([expect.stringContaining('Kendime not')])
  })
})
