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
