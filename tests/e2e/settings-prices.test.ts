import { expect, test } from 'vitest'

import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { kayitPage, storedItems } from '#tests/support/screens/kayit-page.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

test('a shop chooses that prices are typed with VAT, and every new record begins so', async () => {
  const user = await panel.user({ company_name: 'Usta Oto' })
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, user)
  const { field, adding, table } = kayitPage(page)
  await page.goto('settings?tab=prices')
  const choices = page.getByRole('group', { name: 'Varsayılan fiyat girişi' })
  const chosen = choices.getByRole('button', { pressed: true })
  await choices.waitFor()
  expect(await chosen.allTextContents()).toEqual(['Cihazdaki son seçim'])
  await choices.getByRole('button', { name: 'KDV dahil' }).click()
  await page.getByText('Fiyat girişi kaydedildi.').waitFor()
  expect(await chosen.allTextContents()).toEqual(['KDV dahil'])
  await expectAccessible(page)

  const start = () => page.getByRole('banner').getByRole('link', { name: 'Yeni' }).last().click()
  await start()
  expect(await adding.kdvDahil.isChecked()).toBe(true)
  await field('Plaka').fill('34 ABC 123')
  await field('Müşteri Adı Soyadı').fill('Ayşe')
  await adding.name.fill('Yağ')
  await adding.price.fill('120')
  await adding.add.click()
  // The choice applies to this record only.
  await adding.kdvDahil.uncheck()
  await adding.name.fill('Filtre')
  await adding.price.fill('100')
  await adding.add.click()
  await table.getByText('₺240,00').waitFor()
  await page.getByRole('button', { name: 'Kaydet', exact: true }).first().click()
  await page.waitForURL('**/books')
  expect(await storedItems(panel.db, user)).toEqual([
    ['Yağ', 1, 12_000],
    ['Filtre', 1, 12_000],
  ])
  await start()
  expect(await adding.kdvDahil.isChecked()).toBe(true)
})
