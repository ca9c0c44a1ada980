import { expect, test } from 'vitest'

import { listPackages } from '#server/item/packages.ts'
import { expectAccessible, type Screen, testBrowser } from '#tests/support/screens/browser.ts'
import { item, pack, price } from '#tests/support/rows/items.ts'
import { kayitPage, storedItems } from '#tests/support/screens/kayit-page.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

async function openNew({ screen = 'desktop' }: { screen?: Screen } = {}) {
  const user = await panel.user({ prices_with_vat: true })
  const info = { plaka: '34 ABC 123', giris_tarihi: '2026-02-02' }
  await save(user.ctx, { info, islemler: [item('Balata', 1250, 2), item('Yağ filtresi', 200)] })
  const page = await browser.open({ address: panel.address, screen })
  await enter(page, panel, user)
  const kayit = kayitPage(page)
  const options = page.getByRole('listbox', { name: 'Önceki işlemler' }).getByRole('option')
  return { user, options, ...kayit }
}

test('the arrows and Enter choose a name, and its price is selected for typing', async () => {
  const { page, options, adding, field, open, table, user } = await openNew()
  await price(user.ctx, { name: 'Balans ayarı', price_kurus: 50_000 })
  await open(0)
  await field('Plaka').fill('34 ABC 123')
  await adding.name.click()
  await page.keyboard.type('bal')
  await options.nth(1).waitFor()
  expect(await options.allInnerTexts()).toEqual([
    'Balans ayarı\nFiyat listesi\n₺500,00',
    'Balata\nSon fiyat · Bu araçta 02.02.2026\n2 × ₺1.250,00',
  ])
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.locator(':focus').and(adding.price).waitFor()
  expect(await adding.quantity.inputValue()).toBe('2')
  expect(await adding.price.inputValue()).toBe('1.250,00')
  await page.keyboard.type('1300')
  await page.keyboard.press('Enter')
  await table.getByText('2 × ₺1.300,00').waitFor()
  await page.locator(':focus').and(adding.name).waitFor()
})

test('a new name needs no further key, and Escape closes the list before it clears the field', async () => {
  const { page, options, adding, open } = await openNew()
  await open(0)
  await adding.name.click()
  await page.keyboard.type('ya')
  await options.first().waitFor()
  await page.keyboard.press('Escape')
  expect(await options.count()).toBe(0)
  expect(await adding.name.inputValue()).toBe('ya')
  await page.keyboard.press('Escape')
  expect(await adding.name.inputValue()).toBe('')
  await page.keyboard.type('ya')
  await options.first().waitFor()
  await page.keyboard.press('Enter')
  await page.locator(':focus').and(adding.price).waitFor()
  expect(await adding.name.inputValue()).toBe('ya')
  expect(await adding.price.inputValue()).toBe('')
})

test('by thumb an option is at least 44 px high, and a tap fills the line', async () => {
  const { page, options, adding, open } = await openNew({ screen: 'phone' })
  await open(0)
  await adding.name.tap()
  await page.keyboard.type('filt')
  await options.first().waitFor()
  expect((await options.first().boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expectAccessible(page)
  await options.first().tap()
  await page.locator(':focus').and(adding.price).waitFor()
  expect(await adding.name.inputValue()).toBe('Yağ filtresi')
  expect(await adding.price.inputValue()).toBe('200,00')
})

test('at 360 px an option has its name in one line and its price below, and three are in sight', async () => {
  const { page, options, adding, open, user } = await openNew({ screen: 'phone' })
  const names = ['Motor yağı değişimi (5W-30)', 'Şanzıman yağı', 'Motor takozu ve kulağı']
  const islemler = names.map((name) => item(name, 1_612.5, 5))
  await save(user.ctx, { info: { plaka: '06 XYZ 7', giris_tarihi: '2026-02-02' }, islemler })
  await open(0)
  await adding.kdvDahil.uncheck()
  await adding.name.tap()
  await page.keyboard.type('mo')
  await options.nth(1).waitFor()
  const list = await page.getByRole('listbox', { name: 'Önceki işlemler' }).boundingBox()
  expect(list?.width).toBeGreaterThan(280)
  expect(list?.x).toBeGreaterThanOrEqual(0)
  expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(360)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  for (const option of await options.all())
    expect((await option.boundingBox())?.height).toBeLessThanOrEqual(56)
  const option = options.filter({ hasText: 'Motor yağı' })
  const [name, price] = [option.getByText('Motor yağı'), option.getByText('+ KDV')]
  const end = (await name.boundingBox())?.y ?? 0
  expect((await price.boundingBox())?.y).toBeGreaterThan(end + 10)
  await expectAccessible(page)
})

test('a ready package adds all its items at once, and this can be undone', async () => {
  const { page, open, rows, cell, field, adding, saveAtTop, user } = await openNew()
  await pack(user.ctx, { name: 'Periyodik bakım', items: [item('Yağ', 500, 4), item('Hava filtresi', 300)] })
  await open(0)
  const choose = async () => {
    await adding.name.press('ArrowDown')
    await page.getByRole('option', { name: 'Periyodik bakım' }).waitFor()
    await adding.name.press('Enter')
    await page.getByText('“Periyodik bakım” eklendi: 2 işlem.').last().waitFor()
  }
  await choose()
  expect(await rows.count()).toBe(2)
  await page.getByRole('button', { name: 'Geri al' }).click()
  await eventually(() => rows.count()).toBe(0)
  await choose()
  expect(await cell('Adet', 1).inputValue()).toBe('4')
  await field('Plaka').fill('06 XYZ 1')
  await field('Müşteri Adı Soyadı').fill('Ali')
  await saveAtTop.click()
  await page.waitForURL('**/books')
  expect((await storedItems(panel.db, user)).slice(2)).toEqual([
    ['Yağ', 4, 50_000],
    ['Hava filtresi', 1, 30_000],
  ])
})

test('a record’s items become a ready package', async () => {
  const { page, open, openMenu, addPackage, rows, addItem, user } = await openNew()
  const { id } = await save(user.ctx, {})
  await open(id)
  await addItem('Balata', '1.000', { adet: 2, kdvDahil: true })
  await openMenu('Bu işlemleri paket yap…')
  const dialog = page.getByRole('dialog', { name: 'Hazır paket yap' })
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await dialog.getByText('Pakete bir ad verin.').waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Paketin adı').fill('Fren')
  await dialog.getByLabel('Paketin adı').press('Enter')
  await page.getByText('Hazır paket kaydedildi.').waitFor()
  await addPackage('Fren')
  await eventually(() => rows.count()).toBe(2)
  expect((await listPackages(user.ctx)).packages).toMatchObject([
    { name: 'Fren', items: [item('Balata', 1_000, 2)] },
  ])
})
