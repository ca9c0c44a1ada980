import { expect, test } from 'vitest'

import { listCategories } from '#server/expense/categories.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'
import { listed, spend } from '#tests/support/rows/expense.ts'
import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'

const panel = await testPanel()
const browser = testBrowser()

test('the owner renames, removes and adds categories in the settings', async () => {
  const user = await panel.user()
  await spend(user.ctx, { category: 'Kira' })
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, user)
  await page.goto('settings?tab=prices')
  const line = (number: number) => page.getByRole('textbox', { name: `${number}. kategori` })
  await line(1).fill('Dükkân kirası')
  await page.getByRole('button', { name: 'Çıkar: Yakıt' }).click()
  await page.getByRole('button', { name: 'Kategori ekle' }).click()
  await line(8).fill('maaş')
  await line(8).press('Enter')
  await page.getByText('Aynı adda iki kategori olamaz.').waitFor()
  expect(await line(8).evaluate((field) => field === document.activeElement)).toBe(true)
  await expectAccessible(page)
  await line(8).fill('Sigorta')
  await line(8).press('Enter')
  await page.getByText('Gider kategorileri kaydedildi.').waitFor()
  const { categories } = await listCategories(user.ctx)
  expect(categories).toEqual([
    'Dükkân kirası',
    'Maaş',
    'Parça ve malzeme',
    'Fatura',
    'Vergi',
    'Yemek',
    'Diğer',
    'Sigorta',
  ])
  expect((await listed(user.ctx)).items).toMatchObject([{ category: 'Dükkân kirası' }])
})
