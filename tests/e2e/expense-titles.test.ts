import { describe, expect, test } from 'vitest'

import { expectAccessible, requestsDone, testBrowser } from '#tests/support/screens/browser.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { listed } from '#tests/support/rows/expense.ts'
import { SHOP, expenseScreen } from '#tests/support/screens/expense-screen.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const openExpenses = expenseScreen(panel, testBrowser())

describe('the title of an expense', () => {
  test('earlier titles are suggested, and Enter leads from the chosen one to the amount', async () => {
    const { page, form, list, user } = await openExpenses(SHOP)
    await list.titles(3)
    await form.open()
    await page.keyboard.type('kir')
    await form.dialog.getByRole('option', { name: 'Kira' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    expect(await form.title.inputValue()).toBe('Kira')
    await page.locator(':focus').and(form.amount).waitFor()
    await page.keyboard.type('1300')
    await page.keyboard.press('Control+s')
    await form.gone()
    expect((await listed(user.ctx, { q: 'kira' })).items).toHaveLength(2)
  })

  test('the usual titles are offered in an empty field, and Escape closes only the list', async () => {
    const { page, form, list } = await openExpenses(SHOP, { screen: 'phone' })
    await list.titles(3)
    await form.open()
    await requestsDone(page)
    await page.keyboard.press('ArrowDown')
    await eventually(() => form.dialog.getByRole('option').count()).toBe(3)
    const [box, option] = await Promise.all([
      form.dialog.boundingBox(),
      form.dialog.getByRole('option').first().boundingBox(),
    ])
    // The dialog would cut off a list above it.
    expect(option?.y).toBeGreaterThan(box?.y ?? 0)
    await page.keyboard.press('Escape')
    expect(await form.dialog.getByRole('option').count()).toBe(0)
    expect(await form.dialog.isVisible()).toBe(true)
  })
})
