import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { testBrowser } from '#tests/support/screens/browser.ts'
import { kayitPage } from '#tests/support/screens/kayit-page.ts'
import { item } from '#tests/support/rows/items.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

async function openRecord() {
  const user = await panel.user()
  const info = { plaka: '34 ABC 123', musteri_adi_soyadi: 'Ali Usta' }
  const islemler = Array.from({ length: 8 }, (_, n) => item(`İşlem ${n}`, 123_456.78))
  const { id } = await save(user.ctx, { info, islemler })
  const page = await browser.open({ address: panel.address, screen: 'phone' })
  await enter(page, panel, user)
  const kayit = kayitPage(page)
  await kayit.open(id)
  return kayit
}

/** Returns whether a message covers this element, once the message has stopped moving. */
async function isCovered(page: Page, element: Locator): Promise<boolean> {
  const toast = page.locator('[data-sonner-toast][data-front="true"]')
  const read = async () => {
    const [a, b] = [await toast.boundingBox(), await element.boundingBox()]
    if (a === null || b === null) throw new Error('nothing is drawn')
    return a.y < b.y + b.height && b.y < a.y + a.height && a.x < b.x + b.width && b.x < a.x + a.width
  }
  for (let tries = 0; tries < 30 && (await read()); tries++) await page.waitForTimeout(100)
  return read()
}

test('at 360 px a message covers neither the bar, the till, the focused field nor the menu', async () => {
  const { page, field, saveAtBottom, says } = await openRecord()
  await field('Kilometre').fill('121000')
  await saveAtBottom.click()
  await says('Kayıt başarıyla güncellendi.')
  const till = page.locator('[data-bar="action"]')
  const bar = page.getByRole('navigation').getByRole('list').first()
  for (const element of [till, bar]) expect(await isCovered(page, element)).toBe(false)
  // This field is right above the total bar.
  const low = page.getByLabel('Açıklama', { exact: true })
  if (!(await low.isVisible())) await page.locator('details > summary').first().click()
  await low.focus()
  await low.evaluate((one) => one.scrollIntoView({ block: 'end' }))
  expect(await isCovered(page, low)).toBe(false)
  expect(await isCovered(page, till)).toBe(false)
  await page.getByRole('button', { name: 'Menü' }).click()
  expect(await isCovered(page, bar)).toBe(false)
})
