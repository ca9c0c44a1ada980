import { expect, test } from 'vitest'

import { testPanel } from '#tests/support/panel/panel.ts'
import { listed } from '#tests/support/rows/expense.ts'
import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { expenseScreen } from '#tests/support/screens/expense-screen.ts'

const openExpenses = expenseScreen(await testPanel(), testBrowser())

test('the VAT in the amount is shown while the user types, and the rate is stored', async () => {
  const { form, user } = await openExpenses([], { screen: 'phone' })
  await form.open()
  const rate = (name: string) => form.dialog.getByRole('radio', { name, exact: true })
  await form.type({ title: 'Parça', amount: '120' })
  await form.dialog.locator('summary').click()
  await rate('%20').click()
  await form.dialog.getByText('%20 · içindeki KDV ₺20,00').waitFor()
  await form.amount.fill('240')
  await form.dialog.getByText('%20 · içindeki KDV ₺40,00').waitFor()
  await expectAccessible(form.dialog.page())
  await form.amount.press('Enter')
  await form.gone()
  expect((await listed(user.ctx)).items).toMatchObject([{ amount_kurus: 24_000, vat_rate: 20 }])
})

test('the estimate of the month stands folded below the list, and says what it is', async () => {
  const expenses = [
    { title: 'Parça', amount_kurus: 12_000, vat_rate: 20, spend_date: '2026-11-02' },
    { title: 'Kira', amount_kurus: 90_000, spend_date: '2026-11-03' },
  ] as const
  const { page, list } = await openExpenses([...expenses], { path: 'expense?month=11&year=2026' })
  await list.titles(2)
  await page.getByText('KDV tahmini – Kasım 2026').click()
  await page.getByText('Bu bir tahmindir; beyanname yerine geçmez.').waitFor()
  await page.getByText('1 giderin KDV oranı seçilmemiş').waitFor()
  const figures = page.getByRole('definition')
  expect(await figures.allTextContents()).toEqual(['₺0,00', '−₺20,00', '₺20,00'])
  await page.getByText('Devreden (tahmini)').waitFor()
  await expectAccessible(page)
})
