import { describe, expect, test } from 'vitest'

import { screensOf } from '#tests/long-form.ts'
import { type TestUser } from '#tests/support/rows/factories.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { type Screen, expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

async function openAs(user: TestUser, address: string, screen: Screen = 'desktop') {
  const page = await browser.open({ address: panel.address, screen, expectedErrors: [/status of 428/] })
  await enter(page, panel, user)
  await page.goto(address)
  return page
}

describe.each(screensOf('phone'))('the staff in the settings on a %s', (screen) => {
  test('a member is added after the password, changed, closed, and opened again', async () => {
    const owner = await panel.user({ company_name: 'Usta Oto' })
    const page = await openAs(owner, 'settings?tab=staff', screen)
    const card = page.getByRole('region', { name: 'Çalışanlar', exact: true })
    await card.getByText('Henüz çalışan eklenmedi.').waitFor()
    await expectAccessible(page)

    await card.getByRole('button', { name: 'Yeni çalışan' }).click()
    const dialog = page.getByRole('dialog', { name: 'Yeni çalışan' })
    const save = dialog.getByRole('button', { name: 'Kaydet' })
    await save.click()
    await dialog.getByText('Kullanıcı adı zorunludur.').waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Ad soyad').fill('Ece Yıldız')
    await dialog.getByLabel('Kullanıcı adı').fill(`ece-${screen}`)
    await dialog.getByLabel('Yeni parola').fill('Ayva-Reçeli-71')
    await panel.db
      .updateTable('sessions')
      .set({ confirmed_at: null })
      .where('user_id', '=', owner.id)
      .execute()
    await save.click()
    const again = page.getByRole('dialog', { name: 'Parolanızı yeniden girin' })
    await again.getByLabel('Parola', { exact: true }).fill(owner.password)
    await page.keyboard.press('Enter')
    await page.getByText('Çalışan kaydedildi.').waitFor()
    await card.getByText(`ece-${screen} · Henüz giriş yapmadı`).waitFor()
    await expectAccessible(page)

    await card.getByRole('button', { name: 'Düzenle: Ece Yıldız' }).click()
    const edited = page.getByRole('dialog', { name: 'Çalışanı düzenle' })
    await edited.getByRole('button', { name: 'Parola bağlantısı oluştur' }).click()
    const link = edited.getByRole('textbox', { name: 'Bağlantı' })
    await link.waitFor()
    const isOnTop = link.evaluate((field) => {
      const { x, y, width, height } = field.getBoundingClientRect()
      return document.elementFromPoint(x + width / 2, y + height / 2) === field
    })
    expect(await isOnTop).toBe(true)
    await edited.getByLabel('Yetki').selectOption('Büro, gider ve istatistiklerle')
    await expectAccessible(page)
    await edited.getByRole('button', { name: 'Kaydet' }).click()
    await card.getByText('Büro, gider ve istatistiklerle').waitFor()

    await card.getByRole('button', { name: 'Hesabı kapat: Ece Yıldız' }).click()
    const question = page.getByRole('alertdialog', { name: 'Hesap kapatılsın mı?' })
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Hesabı kapat' }).click()
    await card.getByText('Henüz çalışan eklenmedi.').waitFor()
    await page.getByRole('button', { name: 'Geri al' }).click()
    await card.getByText('Ece Yıldız').waitFor()
    expect(await card.getByRole('listitem').count()).toBe(1)
  })
})

test('a member is greeted by name, the owner by user name', async () => {
  const owner = await panel.user({ name_surname: 'Ali Usta' })
  const member = await buildMember(panel.db, owner, { name_surname: 'Ece Yıldız' })
  const greeting = async (user: typeof member) => {
    const page = await openAs(user, 'dashboard', 'desktop')
    return page.getByRole('heading', { level: 1, name: 'Hoş geldiniz' }).textContent()
  }
  expect(await greeting(member)).toBe('Hoş geldiniz, Ece Yıldız')
  expect(await greeting(owner)).toBe(`Hoş geldiniz, ${owner.username}`)
})

describe.each(screensOf('desktop'))('a member at the desk on a %s', (screen) => {
  test('sees neither the figures nor the settings of the shop', async () => {
    const owner = await panel.user({ company_name: 'Usta Oto' })
    const member = await buildMember(panel.db, owner)
    const page = await openAs(member, 'dashboard', screen)
    await page.getByRole('heading', { name: `Hoş geldiniz, ${member.username}` }).waitFor()
    await page.getByRole('banner').getByText('Usta Oto').waitFor()
    for (const name of ['Bu ay', 'İlk adımlar'])
      expect(await page.getByRole('heading', { name, exact: true }).count()).toBe(0)
    for (const name of ['Giderler', 'İstatistikler'])
      expect(await page.getByRole('link', { name, includeHidden: true }).count()).toBe(0)
    await expectAccessible(page)

    for (const address of ['expense', 'stats']) {
      await page.goto(address)
      await page.getByText('Bu sayfayı görme yetkiniz yok.').waitFor()
    }
    const hidden = ['Genel', 'Firma kimliği', 'Lisans', 'Çalışanlar']
    for (const [address, shown] of [
      ['settings', ['Parola', 'Açık oturumlar']],
      ['settings?tab=staff', ['Parola', 'Açık oturumlar']],
      ['settings?tab=prices', ['Fiyat listesi', 'Hazır paketler']],
    ] as const) {
      await page.goto(address)
      for (const name of shown) await page.getByRole('region', { name, exact: true }).waitFor()
      for (const name of hidden) expect(await page.getByRole('region', { name, exact: true }).count()).toBe(0)
      for (const name of ['Kullanılmadığında oturumu kapat', 'Varsayılan fiyat girişi'])
        expect(await page.getByText(name).count()).toBe(0)
      await expectAccessible(page)
    }
  })

  test('sees expenses and statistics where the owner allows it', async () => {
    const owner = await panel.user({ company_name: 'Usta Oto' })
    const page = await openAs(await buildMember(panel.db, owner, { sees_figures: true }), 'dashboard', screen)
    await page.getByRole('heading', { name: 'Bu ay', exact: true }).waitFor()
    await page.goto('expense')
    await page.getByRole('button', { name: 'Yeni gider' }).waitFor()
    await page.goto('stats')
    await page.getByRole('heading', { name: 'İstatistikler' }).waitFor()
    expect(await page.getByRole('link', { name: 'Giderler', includeHidden: true }).count()).toBe(1)
  })
})
