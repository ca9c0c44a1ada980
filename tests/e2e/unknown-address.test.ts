import { expect, test } from 'vitest'

import { testBrowser } from '#tests/support/screens/browser.ts'
import { enter, pathOf, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

async function openAt(path: string, expectedErrors: RegExp[] = []) {
  const page = await browser.open({ address: panel.address, screen: 'phone', expectedErrors })
  await enter(page, panel, await panel.user())
  await page.goto(path)
  return page
}

test.each(['kayitlar', 'book', 'vehicle', 'books/12'])(
  'the unknown address %s opens the first screen with a message',
  async (path) => {
    const page = await openAt(path)
    await page.getByText('Aradığınız sayfa bulunamadı; ana sayfa açıldı.').waitFor()
    expect(pathOf(page)).toBe('/dashboard')
  },
)

test.each([
  ['vehicle/999999999', 'Araç bulunamadı.', 'Araçlar'],
  ['vehicle/abc', 'Araç bulunamadı.', 'Araçlar'],
  ['customer/999999999', 'Müşteri bulunamadı.', 'Müşteriler'],
])('%s shows that it does not exist, and a link back', async (path, message, list) => {
  const page = await openAt(path, [/status of 40[04]|207/])
  await page.getByText(message).waitFor()
  await page.getByRole('link', { name: `${list} listesine dön` }).click()
  await page.getByRole('heading', { level: 1, name: list }).waitFor()
  expect(pathOf(page)).toMatch(/^\/(vehicles|customers)$/)
})

test.each(['book/999999999', 'book/abc'])(
  '%s shows that there is no such record, and a link back',
  async (path) => {
    const page = await openAt(path, [/status of 40[04]|207|Kayıt okunamadı/])
    await page.getByText('Silinmiş ya da adresi yanlış olabilir', { exact: false }).waitFor()
    expect(await page.getByLabel('Müşteri Adı Soyadı').count()).toBe(0)
    await page.getByRole('button', { name: 'Geri' }).click()
    await page.getByRole('heading', { level: 1, name: 'Kayıtlar' }).waitFor()
    expect(pathOf(page)).toBe('/books')
  },
)
