import { expect, test } from 'vitest'

import { listPackages } from '#server/item/packages.ts'
import { listPrices } from '#server/item/prices.ts'
import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { item, pack, price } from '#tests/support/rows/items.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

async function openSettings(...expectedErrors: RegExp[]) {
  const user = await panel.user()
  const page = await browser.open({ address: panel.address, expectedErrors })
  await enter(page, panel, user)
  const open = () => page.goto('settings?tab=prices')
  return { user, page, open, dialog: page.getByRole('dialog') }
}

test('a ready package is added, changed, deleted and restored', async () => {
  const { user, page, open, dialog } = await openSettings()
  await open()
  const card = page.getByRole('region', { name: 'Hazır paketler' })
  await card.getByText('Henüz hazır paket yok.').waitFor()
  await card.getByRole('button', { name: 'Yeni paket' }).click()
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await dialog.getByText('Pakete bir ad verin.').first().waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Paketin adı').fill('Bakım')
  await dialog.getByLabel('İşlem adı, 1. satır').fill('Yağ')
  await dialog.getByLabel('Adet, 1. satır').fill('4')
  await dialog.getByLabel('Fiyat (KDV dahil), 1. satır').fill('735,50')
  await dialog.getByRole('button', { name: 'İşlem ekle' }).click()
  await page.locator(':focus').and(dialog.getByLabel('İşlem adı, 2. satır')).waitFor()
  await page.keyboard.type('Filtre')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await page.getByText('Hazır paket kaydedildi.').waitFor()
  await card.getByText('2 işlem · ₺2.942,00').waitFor()
  expect((await listPackages(user.ctx)).packages).toMatchObject([
    { name: 'Bakım', items: [item('Yağ', 735.5, 4), item('Filtre', 0)] },
  ])

  await card.getByRole('button', { name: 'Düzenle: Bakım' }).click()
  await dialog.getByRole('button', { name: 'Sil: Filtre' }).click()
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await card.getByText('1 işlem · ₺2.942,00').waitFor()
  await card.getByRole('button', { name: 'Sil: Bakım' }).click()
  await card.getByText('Henüz hazır paket yok.').waitFor()
  await page.getByRole('button', { name: 'Geri al' }).click()
  await card.getByText('1 işlem · ₺2.942,00').waitFor()
})

test('a package that another device has changed is not overwritten unseen', async () => {
  const { user, page, open, dialog } = await openSettings(/409.*item\.savePackage/)
  const made = await pack(user.ctx, { name: 'Bakım', items: [item('Yağ', 100)] })
  await open()
  await page.getByRole('button', { name: 'Düzenle: Bakım' }).click()
  await pack(user.ctx, { ...made, name: 'Büyük bakım' })
  await dialog.getByLabel('Adet, 1. satır').fill('5')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await dialog.getByRole('alert', { name: 'Bu kayıt siz düzenlerken değiştirildi.' }).waitFor()
  expect((await listPackages(user.ctx)).packages).toMatchObject([{ items: [{ islem_adet: 1 }] }])
})

test('prices are added, searched and paged', async () => {
  const { user, page, open, dialog } = await openSettings(/400.*item\.savePrice/)
  for (let number = 10; number < 31; number++)
    await price(user.ctx, { name: `Filtre ${number}`, price_kurus: 10_000, quantity: 2 })
  await open()
  const card = page.getByRole('region', { name: 'Fiyat listesi' })
  const more = card.getByRole('button', { name: '13 fiyat daha' })
  await more.waitFor()
  expect(await card.getByRole('listitem').count()).toBe(8)
  await more.click()
  await page
    .locator(':focus')
    .and(card.getByRole('button', { name: 'Daha az göster' }))
    .waitFor()
  await card.getByText('Sayfa 1 / 2 · 21 fiyat').waitFor()
  expect(await card.getByRole('listitem').count()).toBe(20)
  await card.getByRole('button', { name: 'Sonraki' }).click()
  await card.getByText('Filtre 30').waitFor()
  expect(await card.getByRole('listitem').count()).toBe(1)
  await card.getByRole('button', { name: 'Sil: Filtre 30' }).click()
  await card.getByText('Filtre 10').waitFor()
  await page.getByRole('button', { name: 'Geri al' }).click()
  await page.getByText('Fiyat geri alındı.').waitFor()

  await card.getByRole('button', { name: 'Yeni fiyat' }).click()
  await dialog.getByLabel('İşlem adı').fill('FİLTRE 10')
  await dialog.getByLabel('Fiyat').fill('1.250')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await dialog.getByText('Bu işlem fiyat listesinde zaten var.').first().waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('İşlem adı').fill('Balata')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await page.getByText('Fiyat listesi güncellendi.').waitFor()
  await card.getByRole('searchbox', { name: 'Ara' }).fill('bal')
  await eventually(() => card.getByRole('listitem').count()).toBe(1)
  await card.getByText('₺1.250,00').waitFor()
  expect((await listPrices(user.ctx, { q: 'bal', page: 1 })).items).toMatchObject([
    { name: 'Balata', price_kurus: 125_000, quantity: 1 },
  ])
})
