import { expect, test } from 'vitest'

import { getKayit } from '#server/kayit/operations.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'
import { DISCOUNTED, discountedShop, itemsAndTotal } from '#tests/support/rows/discount.ts'
import { testBrowser } from '#tests/support/screens/browser.ts'
import { kayitPage } from '#tests/support/screens/kayit-page.ts'

const panel = await testPanel()
const browser = testBrowser()

test('a mechanic sees the line without an amount and keeps it with every save', async () => {
  const { ctx, mechanic, id } = await discountedShop(panel.db)
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, mechanic)
  const { open, table, adding, saveAtTop, says } = kayitPage(page)
  await open(id)
  await table.getByText('İskonto', { exact: true }).waitFor()
  expect(await table.getByRole('button', { name: 'Sil' }).count()).toBe(2)
  expect(await page.getByRole('button', { name: /İskonto/ }).count()).toBe(0)
  await adding.name.fill('Cila')
  await adding.add.click()
  await saveAtTop.click()
  await says('Kayıt başarıyla güncellendi.')
  const { items } = await itemsAndTotal(ctx, id)
  expect(items.map(([name]) => name)).toEqual(['Yağ', 'Balata', 'Cila', 'İskonto'])
  expect(items.at(-1)).toEqual(DISCOUNTED.items.at(-1))
  expect((await getKayit(ctx, { kayit_id: id })).version).toBe(2)
})
