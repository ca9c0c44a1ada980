import { expect, test } from 'vitest'

import { listRepetitions } from '#server/expense/repetitions.ts'
import { addDays, firstOfMonth, formatDay, todayInIstanbul } from '#shared/date.ts'
import { testPanel } from '#tests/support/panel/panel.ts'
import { listed } from '#tests/support/rows/expense.ts'
import { daysStored } from '#tests/support/rows/repetition.ts'
import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { expenseScreen } from '#tests/support/screens/expense-screen.ts'

const openExpenses = expenseScreen(await testPanel(), testBrowser())
const today = todayInIstanbul(new Date())
const thisMonth = firstOfMonth(today)
const lastMonth = firstOfMonth(addDays(thisMonth, -1))
const RENT = { title: 'Kira', amount_kurus: 2_000_000, method: 'transfer', spend_date: lastMonth } as const

test('an expense is repeated from its form, where cash is never stored by itself', async () => {
  const { page, form, user } = await openExpenses([], { screen: 'phone' })
  await form.open()
  const repeat = form.dialog.getByRole('group', { name: 'Her ay tekrarla' })
  const choice = (name: string) => repeat.getByRole('radio', { name })
  await form.type({ title: 'Kira', amount: '20000' })
  await form.date.fill(formatDay(lastMonth))
  await form.dialog.locator('summary').click()
  expect(await choice('Hayır').isChecked()).toBe(true)
  expect(await choice('Kendiliğinden').count()).toBe(0)
  await form.method('Havale').click()
  await choice('Kendiliğinden').click()
  await repeat.page().getByText('Her ayın 1. günü kendiliğinden kaydedilir.').waitFor()
  await form.method('Nakit').click()
  await form.save.click()
  await form.dialog
    .getByText(/^Nakit gider kendiliğinden kaydedilmez/)
    .first()
    .waitFor()
  await expectAccessible(page)
  await choice('Sorulsun').click()
  await form.save.click()
  await form.gone()
  const due = page.getByRole('region', { name: 'Günü gelen giderler' })
  await due.getByText('Kira').waitFor()
  await expectAccessible(page)
  expect((await listRepetitions(user.ctx)).repetitions).toMatchObject([
    { title: 'Kira', is_automatic: false, day_of_month: 1, method: 'cash' },
  ])
})

test('a proposal is stored, changed before it is stored, or skipped and taken back', async () => {
  const title = (index: number) => `Kira ${'ABCDE'[index]}`
  const rents = Array.from({ length: 5 }, (_, index) => ({
    ...RENT,
    title: title(index),
    repeat: 'proposed' as const,
  }))
  const { page, form, list, user } = await openExpenses(rents)
  await list.titles(5)
  const due = page.getByRole('region', { name: 'Günü gelen giderler' })
  const lines = due.getByRole('listitem')
  await due.getByRole('button', { name: '2 tane daha' }).click()
  await expect.poll(() => lines.count()).toBe(5)

  await due.getByRole('button', { name: /^Kaydet: Kira A, 1 / }).click()
  await expect.poll(() => lines.count()).toBe(4)
  await page.getByText('Gider eklendi.').waitFor()

  await due.getByRole('button', { name: /^Değiştir: Kira B/ }).click()
  await form.dialog.waitFor()
  expect(await form.amount.inputValue()).toBe('20.000,00')
  expect(await form.date.inputValue()).toBe(formatDay(thisMonth))
  await form.amount.fill('22000')
  await form.dialog.locator('summary').click()
  await form.dialog.getByRole('checkbox', { name: 'Sonraki aylar da böyle olsun' }).check()
  await form.save.click()
  await form.gone()
  await expect.poll(() => lines.count()).toBe(3)

  await due.getByRole('button', { name: /^Atla: Kira C/ }).click()
  await expect.poll(() => lines.count()).toBe(2)
  await page.getByRole('button', { name: 'Geri al' }).click()
  await expect.poll(() => lines.count()).toBe(3)

  const { items } = await listed(user.ctx)
  expect(items.filter(({ spend_date }) => spend_date === thisMonth)).toMatchObject([
    { title: 'Kira A', amount_kurus: 2_000_000 },
    { title: 'Kira B', amount_kurus: 2_200_000 },
  ])
  const { repetitions } = await listRepetitions(user.ctx)
  expect(repetitions.map(({ amount_kurus }) => amount_kurus)).toEqual([
    2_000_000,
    2_200_000,
    ...Array(3).fill(2_000_000),
  ])
})

test('an automatic expense is stored when the screen is opened, and its repetition is ended', async () => {
  const { page, list, user } = await openExpenses([{ ...RENT, repeat: 'automatic' }])
  await page.getByText('1 tekrarlayan gider kendiliğinden kaydedildi.').waitFor()
  expect(await list.titles(2)).toEqual(['Kira', 'Kira'])
  expect(await daysStored(user.ctx)).toEqual([thisMonth, lastMonth])
  await page.getByText('Her ay tekrarlayanlar').click()
  const end = page.getByRole('button', { name: 'Tekrarı bitir: Kira' })
  await end.click()
  await page.getByText('Tekrar bitirildi.').waitFor()
  await end.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Geri al' }).click()
  await end.waitFor()
  await expectAccessible(page)
})
