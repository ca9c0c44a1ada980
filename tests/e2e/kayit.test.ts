import { describe, expect, test } from 'vitest'

import { todayInIstanbul } from '#shared/date.ts'
import { screensOf } from '#tests/long-form.ts'
import { type Screen, testBrowser, requestsDone } from '#tests/support/screens/browser.ts'
import {
  expectAccessibleWhole,
  kayitPage,
  storedItems,
  storedRecords,
} from '#tests/support/screens/kayit-page.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { enter, pathOf, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

type Setting = { screen?: Screen; expectedErrors?: RegExp[]; body?: Parameters<typeof save>[1] }

/** Opens the screen of a stored record, or of a new one without a `body`. */
async function open({ screen = 'desktop', expectedErrors = [], body }: Setting = {}) {
  const user = await panel.user()
  const id = body === undefined ? 0 : (await save(user.ctx, body)).id
  const page = await browser.open({ address: panel.address, screen, expectedErrors })
  await enter(page, panel, user)
  const kayit = kayitPage(page)
  await kayit.open(id)
  return { ...kayit, id, user }
}

const YAG = { islem_adi: 'Yağ değişimi', islem_adet: 1, fiyat_kurus: 10_005 }
const BALATA = { islem_adi: 'Fren balatası', islem_adet: 2, fiyat_kurus: 120_000 }
const today = () => todayInIstanbul(new Date()).split('-').toReversed().join('.')

describe('a new record', () => {
  test('the form begins at the plate with today and in progress, and offers no documents', async () => {
    const { page, field, value } = await open()
    expect(await page.getByRole('button', { name: /^(KDV’li )?PDF$/ }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Kaydet ve KDV’li PDF' }).count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Kaydet', exact: true }).count()).toBe(2)
    await eventually(() => field('Plaka').evaluate((box) => box === document.activeElement)).toBe(true)
    expect([await value('Giriş Tarihi'), await value('Kayıt Tarihi')]).toEqual([today(), today()])
    expect(await value('Durum')).toBe('Devam Ediyor')
    const offered = field('Durum').locator('option')
    expect(await offered.allTextContents()).toEqual(['Devam Ediyor', 'Tamamlandı'])
  })

  test.each(screensOf('phone'))('missing fields are listed and marked (%s)', async (screen) => {
    const { page, field, saveAtBottom, user } = await open({ screen })
    await saveAtBottom.click()
    const summary = page.getByRole('alert')
    await eventually(() => summary.evaluate((box) => box === document.activeElement)).toBe(true)
    expect(await summary.getByRole('link').allTextContents()).toEqual([
      'Plaka veya Şasi No’dan en az biri girilmelidir.',
      'Müşteri adı zorunludur.',
    ])
    expect(await page.title()).toMatch(/^Hata: Kayıt Oluştur/)
    for (const label of ['Plaka', 'Müşteri Adı Soyadı']) {
      expect(await field(label).getAttribute('aria-invalid')).toBe('true')
    }
    expect(await page.getByText('Müşteri adı zorunludur.').count()).toBe(2)
    await expectAccessibleWhole(page)

    await summary.getByRole('link', { name: 'Müşteri adı zorunludur.' }).click()
    await page.keyboard.type('Ayşe')
    await field('Şasi No').fill('WVWZZZ1JZ3W386752')
    await summary.waitFor({ state: 'detached' })
    expect(await page.title()).toMatch(/^Kayıt Oluştur/)
    expect(await storedRecords(panel.db, user)).toEqual([])
    await saveAtBottom.click()
    await page.waitForURL('**/books')
    expect(await storedRecords(panel.db, user)).toMatchObject([{ musteri_adi_soyadi: 'Ayşe', plaka: '' }])
  })

  test('unusual values cause warnings and are saved unchanged', async () => {
    const { page, field, saveAtTop, user } = await open()
    await field('Müşteri Adı Soyadı').fill('Ayşe Işık')
    await field('Plaka').fill('M-AB 1234')
    await field('Telefon').fill('12345')
    await field('Şasi No').fill('KISA')
    await field('T.C. / Vergi No').fill('11111111111')
    await field('Marka').focus()
    await eventually(() => page.getByText(/yine de kaydedebilirsiniz\.$/).count()).toBe(4)
    await expectAccessibleWhole(page)
    await saveAtTop.click()
    await page.waitForURL('**/books')
    const unusual = { plaka: 'M-AB 1234', musteri_tel: '12345', sasi_no: 'KISA', tc_vergino: '11111111111' }
    expect(await storedRecords(panel.db, user)).toMatchObject([unusual])
  })

  test('a typed chassis number is upper-cased on leaving the field, a stored one stays as it is', async () => {
    const { page, field, value, saveAtTop, says, user } = await open({
      body: { info: { sasi_no: 'wvwzzz1jz3w' } },
    })
    await field('Şasi No').focus()
    await page.keyboard.press('Tab')
    expect(await value('Şasi No')).toBe('wvwzzz1jz3w')
    await field('Şasi No').fill('nm0ıizz1jz3w386752')
    await page.keyboard.press('Tab')
    expect(await value('Şasi No')).toBe('NM0IIZZ1JZ3W386752')
    await saveAtTop.click()
    await says('Kayıt başarıyla güncellendi.')
    expect(await storedRecords(panel.db, user)).toMatchObject([{ sasi_no: 'NM0IIZZ1JZ3W386752' }])
  })

  test('a finished record gets today as exit date unless another is typed', async () => {
    const { field, value } = await open()
    await field('Durum').selectOption('Tamamlandı')
    expect(await value('Çıkış Tarihi')).toBe(today())
    await field('Çıkış Tarihi').fill('1.2.2026')
    await field('Durum').selectOption('Devam Ediyor')
    await field('Durum').selectOption('Tamamlandı')
    await field('Marka').focus()
    expect(await value('Çıkış Tarihi')).toBe('01.02.2026')
  })
})

describe('the work items', () => {
  test('a price of 100,05 shows 83,38 and stays 100,05 after being visited and saved', async () => {
    const { page, cell, table, saveAtTop, says, user } = await open({ body: { islemler: [YAG] } })
    const price = cell('Fiyat (KDV hariç)', 1)
    expect(await price.inputValue()).toBe('83,38')
    await table.getByText('₺100,05').first().waitFor()
    await price.focus()
    await page.keyboard.press('Tab')
    await price.fill('83,3')
    await price.fill('83,38')
    await price.blur()
    await saveAtTop.click()
    await says('Kayıt başarıyla güncellendi.')
    expect(await storedItems(panel.db, user)).toEqual([['Yağ değişimi', 1, 10_005]])
  })

  test('items are edited in their rows, and the totals follow every key', async () => {
    const { page, cell, table, saveAtBottom, says, user } = await open({ body: { islemler: [YAG, BALATA] } })
    await cell('İşlem Adı', 1).fill('Motor yağı')
    await cell('Adet', 1).fill('2,7')
    await cell('Fiyat (KDV hariç)', 1).fill('1.250')
    await table.getByText('₺5.400,00').waitFor()
    expect(await table.locator('dd').allTextContents()).toEqual(['₺4.500,00', '₺900,00', '₺5.400,00'])
    await page.keyboard.press('Tab')
    expect(await cell('Adet', 1).inputValue()).toBe('2')
    expect(await cell('Fiyat (KDV hariç)', 1).inputValue()).toBe('1.250,00')
    await saveAtBottom.click()
    await says('Kayıt başarıyla güncellendi.')
    expect(await storedItems(panel.db, user)).toEqual([
      ['Motor yağı', 2, 150_000],
      ['Fren balatası', 2, 120_000],
    ])
  })

  test('removing an item asks first, and the focus moves to the next one', async () => {
    const { page, rows, table } = await open({ body: { islemler: [YAG, BALATA] } })
    const buttons = table.getByRole('button', { name: 'Sil' })
    await buttons.first().click()
    const question = page.getByRole('alertdialog', { name: 'Bu işlemi silmek istediğine emin misin?' })
    await expectAccessibleWhole(page)
    await question.getByRole('button', { name: 'Vazgeç' }).click()
    expect(await rows.count()).toBe(2)
    await buttons.first().click()
    await question.getByRole('button', { name: 'Sil' }).click()
    await eventually(() => rows.count()).toBe(1)
    await eventually(() => buttons.first().evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await rows.first().inputValue()).toBe('Fren balatası')
  })

  test('items are added with and without VAT, and the last choice is remembered', async () => {
    const { page, addItem, adding, cell, table } = await open({ screen: 'phone' })
    expect(await adding.kdvDahil.isChecked()).toBe(false)
    await addItem('Akü', '100')
    await addItem('Antifriz', '100', { adet: 3, kdvDahil: true })
    await addItem('Hediye', 'bedava', { kdvDahil: true })
    expect(await cell('Fiyat (KDV hariç)', 1).inputValue()).toBe('100,00')
    expect(await cell('Fiyat (KDV hariç)', 2).inputValue()).toBe('83,33')
    expect(await cell('Fiyat (KDV hariç)', 3).inputValue()).toBe('0,00')
    await table.getByText('₺420,00').waitFor()
    await expectAccessibleWhole(page)
    await page.reload()
    await adding.kdvDahil.waitFor()
    expect(await adding.kdvDahil.isChecked()).toBe(true)
  })

  test('items that cannot be saved are listed, each with a link to its field', async () => {
    const { page, cell, field, saveAtTop, value } = await open({ body: { islemler: [YAG] } })
    await field('Marka').fill('Fiat')
    await cell('İşlem Adı', 1).fill(' ')
    await saveAtTop.click()
    await page.getByRole('link', { name: '1. satır: İşlem adı boş olamaz.' }).click()
    expect(await cell('İşlem Adı', 1).evaluate((box) => box === document.activeElement)).toBe(true)
    expect(await cell('İşlem Adı', 1).getAttribute('aria-invalid')).toBe('true')
    await page.keyboard.type('Yağ')
    await page.getByRole('alert').waitFor({ state: 'detached' })
    expect(await value('Marka')).toBe('Fiat')
  })

  test('a save with a price in the add area asks for its name first', async () => {
    const { page, user, adding, field, saveAtTop } = await open({ body: { islemler: [YAG] } })
    await field('Marka').fill('Fiat')
    await adding.price.fill('55')
    await saveAtTop.click()
    await page.getByRole('link', { name: 'İşlem adı boş olamaz.' }).click()
    expect(await adding.name.evaluate((box) => box === document.activeElement)).toBe(true)
    expect(await adding.name.getAttribute('aria-invalid')).toBe('true')
    await page.keyboard.type('Akü')
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await saveAtTop.click()
    await page.getByText('Kayıt başarıyla güncellendi.').waitFor()
    const [stored] = await storedRecords(panel.db, user)
    expect(stored).toMatchObject({ arac_marka: 'Fiat', islem_sayisi: 2 })
  })
})

test('a field that is invalid again after a refused save keeps the focus', async () => {
  const { page, cell, field, saveAtTop } = await open({ body: { islemler: [YAG] } })
  const name = cell('İşlem Adı', 1)
  await name.fill(' ')
  await saveAtTop.click()
  const summary = page.getByRole('alert')
  await eventually(() => summary.evaluate((box) => box === document.activeElement)).toBe(true)
  await name.fill('Yağ')
  await summary.waitFor({ state: 'detached' })
  await name.press('Control+a')
  await page.keyboard.type(' ')
  await summary.waitFor()
  expect(await name.evaluate((box) => box === document.activeElement)).toBe(true)
  await field('Müşteri Adı Soyadı').fill('')
  await saveAtTop.click()
  await eventually(() => summary.evaluate((box) => box === document.activeElement)).toBe(true)
})

describe('a stored record', () => {
  test.each(['phone', 'tablet', 'desktop'] as const)(
    'a record with twelve items is accessible (%s)',
    async (screen) => {
      const islemler = Array.from({ length: 12 }, (_, i) => ({
        ...BALATA,
        islem_adi: `İşlem ${i}`,
        islem_adet: i + 1,
      }))
      const { page, rows } = await open({ screen, body: { islemler } })
      expect(await rows.count()).toBe(12)
      await expectAccessibleWhole(page)
    },
  )

  test('a status that the form does not offer is kept', async () => {
    const { field, value, saveAtTop, says, user } = await open({ body: { info: { durum: 'Beklemede' } } })
    expect(await value('Durum')).toBe('Beklemede')
    await field('Durum').selectOption('Tamamlandı')
    await field('Durum').selectOption('Beklemede')
    await saveAtTop.click()
    await says('Kayıt başarıyla güncellendi.')
    expect(await storedRecords(panel.db, user)).toMatchObject([{ durum: 'Beklemede' }])
  })

  test('the link back does not lead to the search of another user', async () => {
    const { page, id } = await open({ body: {} })
    const other = await panel.user()
    await page.goto('books?q=34+ABC')
    await page.getByText('Düzenle').first().click()
    await page.waitForURL(`**/book/${id}`)
    // A call during the end of the session would be refused.
    await requestsDone(page)
    await page.getByRole('link', { name: 'Çıkış' }).click()
    await page.getByLabel('Kullanıcı adı').fill(other.username)
    await page.getByLabel('Parola', { exact: true }).fill(other.password)
    await page.getByRole('button', { name: 'Giriş yap' }).click()
    await page.getByRole('link', { name: 'Yeni kayıt' }).click()
    await page.getByRole('button', { name: 'Geri' }).click()
    await page.waitForURL('**/books*')
    expect(pathOf(page)).toBe('/books')
  })

  test('the link back leads to the list with its previous filters', async () => {
    const { page, id } = await open({ body: {} })
    await page.goto('books?q=34+ABC&sort=plaka')
    await page.getByText('Düzenle').first().click()
    await page.waitForURL(`**/book/${id}`)
    await page.getByRole('button', { name: 'Geri' }).click()
    await page.waitForURL('**/books?*')
    expect(pathOf(page)).toContain('sort=plaka')
  })
})
