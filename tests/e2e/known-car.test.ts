import { expect, test } from 'vitest'

import { expectAccessible, requestsDone, testBrowser } from '#tests/support/screens/browser.ts'
import { kayitPage, storedItems } from '#tests/support/screens/kayit-page.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { enter, pathOf, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

const CAR = {
  plaka: '34 ABC 123',
  sasi_no: 'WVWZZZ1JZ3W386752',
  arac_marka: 'VW',
  arac_model: 'Golf',
  musteri_adi_soyadi: 'Ayşe Işık',
  musteri_tel: '0 (532) 123 45 67',
  km_bilgisi: 80_000,
  giris_tarihi: '2026-03-05',
  durum: 'Tamamlandı',
  cikis_tarihi: '2026-03-06',
}

async function openShop({ screen }: { screen?: 'phone' } = {}) {
  const user = await panel.user()
  const { id } = await save(user.ctx, { info: CAR })
  const page = await browser.open({ address: panel.address, ...(screen && { screen }) })
  await enter(page, panel, user)
  return { user, id, ...kayitPage(page) }
}

const records = (userId: number) =>
  panel.db.selectFrom('kayit').where('shop_id', '=', userId).orderBy('id').selectAll().execute()

test('a returning car takes 24 keys in all: one key takes over the customer and the car', async () => {
  const { user, page, field } = await openShop()
  await page.goto('books')
  await page.getByRole('link', { name: 'Yeni kayıt' }).waitFor()
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  const type = async (text: string) => {
    keys += text.length
    await page.keyboard.type(text)
  }
  const focused = (label: string) => page.locator(':focus').and(field(label)).waitFor()
  await press('n')
  await focused('Plaka')
  await type('34abc123')
  await page.getByText('Ayşe Işık · VW Golf · son geliş 05.03.2026, 80.000 km').last().waitFor()
  await press('Enter')
  await focused('Kilometre')
  await press('Enter')
  await focused('Müşteri Talebi')
  await press('Enter')
  await focused('İşlem Adı')
  await type('Balata')
  await press('Enter')
  await type('1250')
  const tab = page.context().waitForEvent('page')
  await press('Control+Shift+Enter')
  await page.getByText('Kayıt başarıyla eklendi.').waitFor()
  await tab
  expect(keys).toBe(24)
  const [first, second] = await records(user.id)
  const { plaka, sasi_no, arac_marka, arac_model, musteri_adi_soyadi, musteri_tel } = CAR
  expect(second).toMatchObject({ plaka, sasi_no, arac_marka, arac_model, musteri_adi_soyadi, musteri_tel })
  expect([second?.vehicle_id, second?.customer_id]).toEqual([first?.vehicle_id, first?.customer_id])
  expect(await storedItems(panel.db, user)).toEqual([['Balata', 1, 150_000]])
})

test('an early Enter fills in the car when the answer arrives, unless another customer was typed meanwhile', async () => {
  const { page, field, value, open } = await openShop()
  let answer = Promise.withResolvers<void>()
  await page.route('**/vehicle.lookup*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await open(0)
  await field('Plaka').fill('34 ABC 123')
  await page.keyboard.press('Enter')
  expect(await value('Müşteri Adı Soyadı')).toBe('')
  answer.resolve()
  await eventually(() => value('Müşteri Adı Soyadı')).toBe('Ayşe Işık')
  await page.locator(':focus').and(field('Kilometre')).waitFor()

  answer = Promise.withResolvers<void>()
  await page.reload()
  await field('Plaka').fill('34 ABC 123')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Ali')
  answer.resolve()
  await page.getByRole('button', { name: 'Bilgileri getir' }).waitFor()
  expect(await value('Müşteri Adı Soyadı')).toBe('Ali')
  expect(await value('Telefon')).toBe('')
})

test('a tap fills in the car and can be undone; open work and fewer kilometres are shown as hints', async () => {
  const { user, id, page, field, value, open } = await openShop({ screen: 'phone' })
  await save(user.ctx, { id, info: { durum: 'Devam Ediyor' } })
  await open(0)
  await field('Plaka').fill('34 ABC 123')
  await page.getByRole('button', { name: 'Bilgileri getir' }).tap()
  expect(await value('Müşteri Adı Soyadı')).toBe('Ayşe Işık')
  await expectAccessible(page)
  await field('Kilometre').fill('7.900')
  await field('Müşteri Talebi').tap()
  await page.getByText('Daha önce 80.000 km idi.').waitFor()
  await field('Telefon').fill('0533 000 00 00')
  await page.getByRole('button', { name: 'Geri al' }).tap()
  expect(await Promise.all(['Müşteri Adı Soyadı', 'Telefon', 'Plaka'].map(value))).toEqual([
    '',
    '0 (533) 000 00 00',
    '34 ABC 123',
  ])
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByRole('link', { name: 'Açık kaydına git' }).tap()
  await page.getByRole('button', { name: /Ayrıl|Kaydetmeden/ }).tap()
  await eventually(() => pathOf(page)).toBe(`/book/${id}`)
})

test('an unknown plate offers no car, and a stored record looks none up', async () => {
  const { id, page, field, open } = await openShop()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('vehicle.lookup')) asked.push(request.url())
  })
  await open(id)
  await field('Plaka').fill('06 XYZ 7')
  await open(0)
  expect(asked).toEqual([])
  await field('Plaka').fill('06 XYZ 7')
  await eventually(() => asked.length).toBe(1)
  await requestsDone(page)
  expect(await page.getByRole('button', { name: 'Bilgileri getir' }).count()).toBe(0)
})

const customers = (userId: number) =>
  panel.db.selectFrom('customer').where('shop_id', '=', userId).orderBy('id').selectAll().execute()

test("a new owner's name clears the former owner's phone and tax number, whose customer stays unchanged", async () => {
  const { user, id, page, field, value, open, saveAtTop } = await openShop()
  await save(user.ctx, { id, info: { tc_vergino: '10000000146' } })
  await open(0)
  await field('Plaka').fill('34 ABC 123')
  await page.getByRole('button', { name: 'Bilgileri getir' }).click()
  await field('Müşteri Adı Soyadı').fill('Yeni Alıcı')
  expect(await value('Telefon')).toBe('0 (532) 123 45 67')
  await field('Müşteri Talebi').focus()
  await page.getByText('Telefon ve T.C. / Vergi No formdan silindi: Ayşe Işık adına kayıtlıydı.').waitFor()
  expect(await Promise.all(['Telefon', 'T.C. / Vergi No'].map(value))).toEqual(['', ''])
  await page.getByText('Son gelişinden alındı: VW Golf · son geliş 05.03.2026, 80.000 km').waitFor()
  await expectAccessible(page)
  await saveAtTop.click()
  await page.getByText('Kayıt başarıyla eklendi.').waitFor()
  expect(await customers(user.id)).toMatchObject([
    { name: 'Ayşe Işık', tax_no: '10000000146', visits: 1 },
    { name: 'Yeni Alıcı', phone: '', tax_no: '', visits: 1 },
  ])
})

test('a save from the name field clears them too; one button keeps the customer under a corrected name', async () => {
  const { user, page, field, value, open } = await openShop()
  await open(0)
  await field('Plaka').fill('34 ABC 123')
  await page.getByRole('button', { name: 'Bilgileri getir' }).click()
  await field('Müşteri Adı Soyadı').fill('Ayşegül Işıklı')
  await field('Telefon').focus()
  await page.getByText('Telefon formdan silindi: Ayşe Işık adına kayıtlıydı.').waitFor()
  await page.getByRole('status').getByRole('button', { name: 'Geri al' }).click()
  expect(await value('Telefon')).toBe('0 (532) 123 45 67')
  await field('Müşteri Adı Soyadı').focus()
  await page.keyboard.press('Control+s')
  await page.getByText('Kayıt başarıyla eklendi.').waitFor()
  expect(await customers(user.id)).toMatchObject([{ name: 'Ayşegül Işıklı', visits: 2 }])

  await open(0)
  await field('Plaka').fill('34 ABC 123')
  await page.getByRole('button', { name: 'Bilgileri getir' }).click()
  await field('Müşteri Adı Soyadı').fill('Yeni Alıcı')
  await page.keyboard.press('Control+s')
  await page.getByText('Kayıt başarıyla eklendi.').last().waitFor()
  await eventually(async () => (await customers(user.id)).length).toBe(2)
  expect((await customers(user.id))[1]).toMatchObject({ name: 'Yeni Alıcı', phone: '' })
})
