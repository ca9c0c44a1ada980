import { expect, test } from 'vitest'

import { saveAccountsStart } from '#server/payment/operations.ts'
import { pathOf, testPanel } from '#tests/support/panel/panel.ts'
import { take } from '#tests/support/rows/payment.ts'
import { visit } from '#tests/support/rows/accounts.ts'
import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { listOpener, viewButton } from '#tests/support/screens/kayit-list-page.ts'

const panel = await testPanel()
const openList = listOpener(panel, testBrowser())

/** Opens the list of a shop in which Ayşe owes 500,00 and Mert 300,50 of 800,00, while Can has paid. */
async function openDebts(screen: 'desktop' | 'phone' = 'desktop') {
  const opened = await openList([], { screen })
  const { ctx } = opened.user
  await saveAccountsStart(ctx, { start: '2026-01-01' })
  const ayse = await visit(ctx, {})
  const mert = await visit(ctx, { name: 'Mert Can', plate: '06 MRT 06', total: 80_000 })
  const can = await visit(ctx, { name: 'Can Su', plate: '35 CAN 35' })
  await take(ctx, { kayit_id: mert.kayit_id, amount_kurus: 49_950 })
  await take(ctx, { kayit_id: can.kayit_id, amount_kurus: 50_000 })
  await opened.page.reload()
  await opened.list.names(3)
  return { ...opened, ayse, mert }
}

test('rows are marked by what is owed, and the chips filter by it and show the sum of the rests', async () => {
  const { page, list, ayse } = await openDebts()
  const rows = list.rows
  await rows.filter({ hasText: 'Ayşe Işık' }).getByText(', ödenmedi').waitFor()
  await rows.filter({ hasText: 'Mert Can' }).getByText(', kalan ₺300,50').waitFor()
  expect(await rows.filter({ hasText: 'Can Su' }).textContent()).not.toMatch(/ödenmedi|kalan/)
  await viewButton(page, 'Kısmen').click()
  await expect.poll(() => list.rows.count()).toBe(1)
  expect(pathOf(page)).toBe('/books?owed=partial')
  await page.getByText('Toplam ₺800,00 · Kalan ₺300,50').waitFor()
  await expectAccessible(page)
  await page.reload()
  await viewButton(page, 'Ödenmedi').click()
  await rows.filter({ hasText: 'Ayşe Işık' }).waitFor()
  await page.getByText('Toplam ₺500,00 · Kalan ₺500,00').waitFor()
  // A payment that was taken in the record is in the list without a reload.
  await page.getByRole('link', { name: /^Düzenle/ }).click()
  await page.waitForURL(`**/book/${ayse.kayit_id}`)
  await page.getByRole('button', { name: 'Tahsilat al' }).click()
  await page.getByRole('dialog').getByLabel('Tutar').fill('200')
  await page.getByRole('dialog').getByRole('button', { name: 'Nakit', exact: true }).click()
  await page.getByText('Tahsilat kaydedildi.').waitFor()
  await page.goBack()
  await page.getByText('Sonuç bulunamadı.').waitFor()
  await viewButton(page, 'Kısmen').getByText('2').waitFor()
})

test('a phone marks the amounts and filters them in its sheet', async () => {
  const { page, list } = await openDebts('phone')
  await list.rows.filter({ hasText: 'Mert Can' }).getByText(', kalan ₺300,50').waitFor()
  await page.getByRole('button', { name: 'Filtre' }).tap()
  const status = page.getByRole('list', { name: 'Durum' })
  await status.getByRole('button', { name: /^Ödenmedi/ }).tap()
  await expect.poll(() => list.rows.count()).toBe(1)
  expect(pathOf(page)).toBe('/books?owed=unpaid')
  await expectAccessible(page)
  await status.getByRole('button', { name: /^Ödenmedi/ }).tap()
  await expect.poll(() => list.rows.count()).toBe(3)
})
