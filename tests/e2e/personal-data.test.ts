import { readFileSync } from 'node:fs'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { ERASED_CUSTOMER_NAME } from '#shared/personal-data/rules.ts'
import { screensOf } from '#tests/long-form.ts'
import { expectAccessible, type Screen, testBrowser } from '#tests/support/screens/browser.ts'
import { chooseMore, openMore } from '#tests/support/screens/more-menu.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const panel = await testPanel()
const browser = testBrowser()

const info = {
  musteri_adi_soyadi: 'Kanarya Özgün',
  musteri_tel: '0532 987 65 43',
  tc_vergino: '10000000146',
  plaka: '34 KNR 987',
  giris_tarihi: '2026-11-03',
}
const items = [{ islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 125_050 }]

async function shop() {
  const user = await panel.user()
  const { id } = await save(user.ctx, { info, islemler: items })
  await save(user.ctx, { info: { ...info, giris_tarihi: '2026-11-10' }, islemler: items })
  const { customer_id } = await panel.db
    .selectFrom('kayit')
    .where('id', '=', id)
    .select('customer_id')
    .executeTakeFirstOrThrow()
  return { user, id, customer: customer_id }
}

async function open(
  path: string,
  user: Awaited<ReturnType<typeof shop>>['user'],
  screen: Screen = 'desktop',
) {
  const page = await browser.open({ address: panel.address, screen, expectedErrors: [/status of 428/] })
  await enter(page, panel, user)
  await page.goto(path)
  return page
}

test.each(screensOf('phone'))(
  "a customer's data are downloaded, and erased after a question and the password, on a %s",
  async (screen) => {
    const { user, customer } = await shop()
    const page = await open(`customer/${customer}`, user, screen)
    const openData = () => chooseMore(page, 'Kişisel veriler')
    const device = () => page.evaluate(() => Object.entries(localStorage).join())
    await page.evaluate((name) => {
      localStorage.setItem('taslak:kayit:0:1:a', JSON.stringify({ base: { musteri_adi_soyadi: name } }))
    }, info.musteri_adi_soyadi)
    await openData()
    const dialog = page.getByRole('dialog', { name: 'Kişisel veriler' })
    await dialog.getByText('2 kayıt, 1 araç').waitFor()
    await expectAccessible(page)
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'JSON indir' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/\.json$/)
    const data = JSON.parse(readFileSync(await download.path(), 'utf8'))
    expect(data.customers).toMatchObject([{ name: info.musteri_adi_soyadi, tax_no: info.tc_vergino }])
    expect(data.records).toHaveLength(2)

    await openData()
    await dialog.getByLabel('Neden siliniyor?').selectOption('Saklamak için bir neden kalmadı')
    await dialog.getByRole('button', { name: 'Kişisel verileri sil' }).click()
    const question = page.getByRole('alertdialog', { name: 'Kişisel veriler silinsin mi?' })
    await question.getByText('Kanarya Özgün').waitFor()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Vazgeç' }).click()
    await question.waitFor({ state: 'hidden' })
    await page
      .getByRole('heading', { name: /Müşteri/ })
      .first()
      .getByText('Kanarya Özgün')
      .waitFor()

    await panel.db
      .updateTable('sessions')
      .set({ confirmed_at: null })
      .where('user_id', '=', user.id)
      .execute()
    await openData()
    await dialog.getByLabel('Neden siliniyor?').selectOption('Saklamak için bir neden kalmadı')
    await dialog.getByRole('button', { name: 'Kişisel verileri sil' }).click()
    await question.getByRole('button', { name: 'Kişisel verileri sil' }).click()
    const again = page.getByRole('dialog', { name: 'Parolanızı yeniden girin' })
    await again.getByLabel('Parola', { exact: true }).fill(user.password)
    await page.keyboard.press('Enter')
    await page.getByText('Müşterinin kişisel verileri silindi.').waitFor()
    await page
      .getByRole('heading', { name: /Müşteri/ })
      .first()
      .getByText(ERASED_CUSTOMER_NAME)
      .waitFor()
    expect(await device()).not.toContain('Kanarya')
    expect(await page.getByText('0 (532) 987 65 43').count()).toBe(0)
    expect(await page.getByText('10000000146').count()).toBe(0)

    await page.goto('personal-data?tab=erasures')
    const link = page.getByRole('link', { name: `Müşteri no ${customer}` })
    expect(await link.getAttribute('href')).toMatch(new RegExp(`/customer/${customer}$`))
    await page.evaluate(() => {
      window.print = () => (document.title = 'yazdırıldı')
    })
    await page.getByRole('button', { name: 'Yazdır' }).click()
    expect(await page.title()).toBe('yazdırıldı')
    await page.getByText('İşleme nedeni kalmadı').waitFor()
    await page.getByText('2 kayıt, 1 araç').waitFor()
    await expectAccessible(page)
    await page.goto('changes')
    await page.getByText('Müşterinin kişisel verileri silindi').waitFor()
    expect(await page.getByText('Kanarya').count()).toBe(0)
  },
)

test('a request is entered on the page of the customer, shown as late and answered', async () => {
  const { user, customer } = await shop()
  const page = await open(`customer/${customer}`, user)
  await chooseMore(page, 'Kişisel veriler')
  await page.getByRole('link', { name: 'Başvuru ekle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Yeni başvuru' })
  await dialog.getByText('Müşteri: Kanarya Özgün').waitFor()
  await dialog.getByLabel('Konu').selectOption('Silme')
  await dialog.getByLabel('Başvuru tarihi').fill('01.02.2026')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await page.getByText('Başvuru kaydedildi.').waitFor()
  await page.getByText('Süresi geçti: 03.03.2026').waitFor()
  await page.getByText('1 başvurunun yanıt süresi geçti.').waitFor()
  await page.getByRole('link', { name: 'Kanarya Özgün' }).waitFor()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Düzenle: Silme, 01.02.2026' }).click()
  const edited = page.getByRole('dialog', { name: 'Başvuruyu düzenle' })
  await edited.getByLabel('Yanıt tarihi').fill('31.01.2026')
  await edited.getByRole('button', { name: 'Kaydet' }).click()
  await edited.getByText('Yanıt tarihi başvurudan önce olamaz.').waitFor()
  await edited.getByLabel('Yanıt tarihi').fill('10.02.2026')
  await edited.getByRole('button', { name: 'Kaydet' }).click()
  await page.getByText('Yanıtlandı: 10.02.2026').waitFor()
  expect(await page.getByText('yanıt süresi geçti').count()).toBe(0)
})

test('the owner sets the retention of changes and sees its effect', async () => {
  const { user } = await shop()
  await sql`update change set at = '2025-01-01' where shop_id = ${user.id}`.execute(panel.db)
  const page = await open('settings', user)
  await page.getByRole('link', { name: 'Kişisel veriler' }).click()
  await page.getByRole('tab', { name: 'Saklama süreleri' }).click()
  await page.getByLabel('Değişiklik geçmişi').selectOption('1 yıl')
  await page.getByText(/Bu seçimle bugün 2 değişiklik satırı silinir/).waitFor()
  await page.getByLabel('Uzun süredir gelmeyen müşteriler').selectOption('10 yıl sonra silinir')
  await expectAccessible(page)
  await panel.db.updateTable('sessions').set({ confirmed_at: null }).where('user_id', '=', user.id).execute()
  await page.getByRole('button', { name: 'Kaydet' }).click()
  const again = page.getByRole('dialog', { name: 'Parolanızı yeniden girin' })
  await again.getByLabel('Parola', { exact: true }).fill(user.password)
  await page.keyboard.press('Enter')
  await page.getByText('Saklama süreleri kaydedildi.').waitFor()
  const stored = await panel.db
    .selectFrom('shops')
    .where('id', '=', user.id)
    .select(['change_months', 'anonymise_years'])
    .executeTakeFirstOrThrow()
  expect(stored).toEqual({ change_months: 12, anonymise_years: 10 })
})

test('staff at the desk see no tools for personal data', async () => {
  const { user, customer } = await shop()
  const member = await buildMember(panel.db, user)
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, member)
  await page.goto(`customer/${customer}`)
  await openMore(page)
  await page.getByRole('button', { name: 'Birleştir' }).waitFor()
  expect(await page.getByRole('button', { name: 'Kişisel veriler' }).count()).toBe(0)
  await page.goto('personal-data')
  await page.getByText('Bu sayfayı görme yetkiniz yok.').waitFor()
})
