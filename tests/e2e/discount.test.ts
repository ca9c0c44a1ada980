import { describe, expect, test } from 'vitest'

import { paymentsOf } from '#server/payment/operations.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'
import { discount, itemsAndTotal } from '#tests/support/rows/discount.ts'
import { item } from '#tests/support/rows/items.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { type Screen, testBrowser } from '#tests/support/screens/browser.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { kayitPage } from '#tests/support/screens/kayit-page.ts'

const panel = await testPanel()
const browser = testBrowser()

const DONE = { plaka: '34 ABC 123', musteri_adi_soyadi: 'Ayşe Işık', durum: 'Tamamlandı' }

/** Opens a completed record of 3.150,00, with further items. */
async function openRecord({
  screen,
  islemler = [],
  expectedErrors = [],
}: { screen?: Screen; islemler?: ReturnType<typeof item>[]; expectedErrors?: RegExp[] } = {}) {
  const user = await panel.user()
  const { id } = await save(user.ctx, { info: DONE, islemler: [item('Balata', 3_150), ...islemler] })
  const page = await browser.open({ address: panel.address, expectedErrors, ...(screen && { screen }) })
  await enter(page, panel, user)
  const kayit = kayitPage(page)
  await kayit.open(id)
  const dialog = page.getByRole('dialog')
  return {
    ...kayit,
    user,
    id,
    dialog,
    bar: page.locator('[data-bar="action"]'),
    stored: () => itemsAndTotal(user.ctx, id),
    money: () => paymentsOf(user.ctx, { kayit_id: id }),
    closed: () => dialog.waitFor({ state: 'detached' }),
    add: page.getByRole('button', { name: 'İskonto ekle' }),
    change: page.getByRole('button', { name: 'İskontoyu değiştir' }),
    rest: dialog.getByLabel('Kalanı iskonto yap'),
  }
}

const WITH_DISCOUNT = (kurus: number) => ({
  items: [
    ['Balata', 1, 315_000],
    ['İskonto', 1, -kurus],
  ],
  total: 315_000 - kurus,
})

describe('the rest as a discount', () => {
  test('by keyboard: the amount, the box, and the letter of the method', async () => {
    const { page, rest, bar, closed, stored, money, says } = await openRecord()
    await page.keyboard.press('F8')
    await page.locator(':focus').and(page.getByLabel('Tutar')).waitFor()
    expect(await rest.count()).toBe(0)
    await page.keyboard.type('3000')
    await rest.waitFor()
    for (let presses = 0; presses < 4; presses++) await page.keyboard.press('Tab')
    await page.locator(':focus').and(rest).waitFor()
    await page.keyboard.press('Space')
    await page.getByRole('dialog').getByText('₺150').first().waitFor()
    await page.keyboard.press('n')
    await closed()
    await says('Tahsilat kaydedildi.')
    await bar.getByText('Ödendi', { exact: true }).waitFor()
    expect(await stored()).toEqual(WITH_DISCOUNT(15_000))
    expect(await money()).toMatchObject({ toplam_kurus: 300_000, paid_kurus: 300_000, rest_kurus: 0 })
    await page.reload()
    await page.getByRole('table', { name: 'İşlemler' }).getByText('−₺150').first().waitFor()
  })

  test('by thumb on a phone', async () => {
    const { page, rest, dialog, bar, closed, stored, money } = await openRecord({ screen: 'phone' })
    await page.getByRole('button', { name: 'Tahsilat al', exact: true }).tap()
    await dialog.getByLabel('Tutar').fill('3000')
    await rest.tap()
    await dialog.getByRole('button', { name: 'Kart', exact: true }).tap()
    await closed()
    await bar.getByText('Ödendi', { exact: true }).waitFor()
    expect(await stored()).toEqual(WITH_DISCOUNT(15_000))
    expect((await money()).payments).toMatchObject([{ method: 'card', amount_kurus: 300_000 }])
  })

  test('adds to a discount that is there, and is not offered for the whole amount', async () => {
    const { page, rest, dialog, closed, stored } = await openRecord({ islemler: [discount(50)] })
    await page.keyboard.press('F8')
    expect(await dialog.getByLabel('Tutar').inputValue()).toBe('3.100,00')
    await dialog.getByLabel('Tutar').fill('3000')
    await rest.check()
    await dialog.getByRole('button', { name: 'Nakit', exact: true }).click()
    await closed()
    expect(await stored()).toEqual(WITH_DISCOUNT(15_000))
  })

  test('is stored once when its response is lost and its button pressed again', async () => {
    const { page, rest, dialog, closed, stored, money } = await openRecord({
      expectedErrors: [/ERR_/, /Failed to (load|fetch)/],
    })
    let isLost = true
    await page.route(/payment\.settle/, async (route) => {
      if (!isLost) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await page.keyboard.press('F8')
    await dialog.getByLabel('Tutar').fill('3000')
    await rest.check()
    await dialog.getByRole('button', { name: 'Nakit', exact: true }).click()
    await page.getByText('Yanıt gelmedi. Bağlantı gelince yeniden basın').waitFor()
    isLost = false
    await dialog.getByRole('button', { name: 'Nakit', exact: true }).click()
    await closed()
    expect(await stored()).toEqual(WITH_DISCOUNT(15_000))
    expect((await money()).payments).toHaveLength(1)
  })

  test('stores nothing when the record was changed by another user, and all with the next press', async () => {
    const { page, user, id, rest, dialog, closed, stored, money } = await openRecord({
      expectedErrors: [/status of 409/],
    })
    await page.keyboard.press('F8')
    await dialog.getByLabel('Tutar').fill('3000')
    await rest.check()
    await save(user.ctx, { id, info: { aciklama: 'başkası' }, islemler: [item('Balata', 3_200)] })
    await dialog.getByRole('button', { name: 'Nakit', exact: true }).click()
    await dialog.getByText('Bu kayıt siz düzenlerken değiştirildi.').waitFor()
    expect((await money()).payments).toEqual([])
    expect((await stored()).total).toBe(320_000)
    await dialog.getByText('₺200').first().waitFor()
    await dialog.getByRole('button', { name: 'Nakit', exact: true }).click()
    await closed()
    expect((await stored()).total).toBe(300_000)
    expect(await money()).toMatchObject({ paid_kurus: 300_000, rest_kurus: 0 })
    expect(await page.getByRole('textbox', { name: 'Açıklama' }).inputValue()).toBe('başkası')
  })

  test('is not offered for an advance', async () => {
    const { page, user, id, open, rest, dialog } = await openRecord()
    await save(user.ctx, { id, info: { durum: 'Devam Ediyor' } })
    await open(id)
    await page.keyboard.press('F8')
    await dialog.getByLabel('Tutar').fill('1000')
    await dialog.getByText('Sonra kalan').waitFor()
    expect(await rest.count()).toBe(0)
  })
})

describe('the discount of the items', () => {
  test('is typed as a percentage, stands last, can be changed and removed like an item', async () => {
    const { page, add, change, dialog, closed, cell, stored, saveAtTop, says, addItem, table } =
      await openRecord()
    await add.click()
    await dialog.getByLabel('ya da yüzde (%)').fill('10')
    expect(await dialog.getByLabel('Tutar (₺)').inputValue()).toBe('262,50')
    await dialog.getByLabel('KDV dahil').check()
    expect(await dialog.getByLabel('Tutar (₺)').inputValue()).toBe('315,00')
    await dialog.getByText('₺2.835').waitFor()
    await page.keyboard.press('Enter')
    await closed()
    await addItem('Disk', '500', { kdvDahil: true })
    expect(await cell('Fiyat (KDV dahil)', 3).inputValue()).toBe('-315,00')
    expect(await cell('Fiyat (KDV hariç)', 3).inputValue()).toBe('-262,50')
    expect(await cell('İşlem Adı', 3).count()).toBe(0)
    await cell('Fiyat (KDV dahil)', 3).fill('300')
    await page.keyboard.press('Tab')
    expect(await cell('Fiyat (KDV dahil)', 3).inputValue()).toBe('-300,00')
    await saveAtTop.click()
    await says('Kayıt başarıyla güncellendi.')
    expect(await stored()).toEqual({
      items: [
        ['Balata', 1, 315_000],
        ['Disk', 1, 50_000],
        ['İskonto', 1, -30_000],
      ],
      total: 335_000,
    })
    await change.click()
    await dialog.waitFor()
    expect(await dialog.getByLabel('Tutar (₺)').inputValue()).toBe('300,00')
    await page.keyboard.press('Escape')
    await closed()
    await table.getByRole('button', { name: 'Sil' }).last().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
    await saveAtTop.click()
    await eventually(async () => (await stored()).total).toBe(365_000)
    await add.waitFor()
  })

  test('is refused in its dialog above the sum, and at its field when the other items become cheaper', async () => {
    const { page, add, dialog, closed, cell, saveAtTop, stored } = await openRecord()
    await add.click()
    await dialog.waitFor()
    await page.keyboard.press('Enter')
    await dialog.getByText('İskonto tutarını ya da yüzdesini yazın.').waitFor()
    await dialog.getByLabel('KDV dahil').check()
    await dialog.getByLabel('Tutar (₺)').fill('3150,01')
    await dialog.getByText('İskonto, işlemlerin toplamından (₺3.150,00) fazla olamaz.').waitFor()
    await dialog.getByLabel('Tutar (₺)').fill('150')
    await dialog.getByRole('button', { name: 'Tamam' }).click()
    await closed()
    await cell('Fiyat (KDV dahil)', 1).fill('100')
    await saveAtTop.click()
    await page.getByText('İskonto, işlemlerin toplamından (₺100,00) fazla olamaz.').first().waitFor()
    expect(await cell('Fiyat (KDV dahil)', 2).getAttribute('aria-invalid')).toBe('true')
    expect((await stored()).total).toBe(315_000)
  })

  test('stays exact when its dialog is closed with its net amount, or with the box turned', async () => {
    const exact = { ...discount(0), fiyat_kurus: -10_005 }
    const { change, dialog, closed, cell } = await openRecord({ islemler: [exact] })
    for (const turns of [0, 1, 2]) {
      await change.click()
      await dialog.waitFor()
      expect(await dialog.getByLabel('Tutar (₺)').inputValue()).toBe('83,38')
      for (let turn = 0; turn < turns; turn++) await dialog.getByLabel('KDV dahil').click()
      await dialog.getByRole('button', { name: 'Tamam' }).click()
      await closed()
      expect(await cell('Fiyat (KDV dahil)', 2).inputValue()).toBe('-100,05')
    }
  })

  test('can be taken back from its message', async () => {
    const { page, add, change, dialog } = await openRecord()
    await add.click()
    await dialog.getByLabel('Tutar (₺)').fill('100')
    await page.keyboard.press('Enter')
    await change.waitFor()
    await page.getByRole('button', { name: 'Geri al' }).click()
    await add.waitFor()
    expect(await change.count()).toBe(0)
  })

  test('on a phone is a line that opens its price and nothing else', async () => {
    const { page, table, cell, saveAtBottom, stored } = await openRecord({
      screen: 'phone',
      islemler: [discount(150)],
    })
    await table.getByText('İskonto', { exact: true }).first().tap()
    await page.locator(':focus').and(cell('Fiyat (KDV dahil)', 2)).waitFor()
    expect(await cell('Adet', 2).count()).toBe(0)
    await cell('Fiyat (KDV dahil)', 2).fill('200')
    await page.getByRole('button', { name: 'Tamam' }).last().tap()
    await saveAtBottom.tap()
    await eventually(async () => (await stored()).total).toBe(295_000)
  })

  test('belongs to no package that is made of the items', async () => {
    const { page, user, openMenu, dialog, closed } = await openRecord({ islemler: [discount(150)] })
    await openMenu('Bu işlemleri paket yap…')
    await dialog.getByText('Bu kayıttaki 1 işlem').waitFor()
    await dialog.getByLabel('Paketin adı').fill('Balata')
    await page.keyboard.press('Enter')
    await closed()
    const rows = await panel.db
      .selectFrom('item_package')
      .where('shop_id', '=', user.id)
      .select('items')
      .execute()
    expect(rows.map(({ items }) => items)).toEqual([expect.not.stringContaining('İskonto')])
  })

  test('waits with a new record that is saved without a connection', async () => {
    const user = await panel.user()
    const page = await browser.open({
      address: panel.address,
      expectedErrors: [/ERR_/, /Failed to (load|fetch)/],
    })
    await enter(page, panel, user)
    const kayit = kayitPage(page)
    await kayit.open(0)
    await kayit.field('Plaka').fill('34 ABC 123')
    await kayit.field('Müşteri Adı Soyadı').fill('Ayşe Işık')
    await kayit.addItem('Balata', '3150', { kdvDahil: true })
    await page.getByRole('button', { name: 'İskonto ekle' }).click()
    await page.getByRole('dialog').getByLabel('Tutar (₺)').fill('150')
    await page.keyboard.press('Enter')
    await page.context().setOffline(true)
    await kayit.saveAtBottom.click()
    await page.getByText('Bu cihazda saklandı.').first().waitFor()
    await page.context().setOffline(false)
    const ids = () => panel.db.selectFrom('kayit').where('shop_id', '=', user.id).select('id').execute()
    await eventually(async () => (await ids()).length).toBe(1)
    const [found] = await ids()
    expect(await itemsAndTotal(user.ctx, found?.id ?? 0)).toEqual(WITH_DISCOUNT(15_000))
  })
})
