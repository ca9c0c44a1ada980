import { expect } from 'vitest'

import { debtorsOf } from './accounts.ts'
import { sum, tl } from './amounts.ts'
import { expectSoon, figuresIn } from './compare-accounts.ts'
import { figuresOf } from './figures.ts'
import type { Ledger } from './ledger.ts'
import type { Shop } from './shop.ts'

type Taken = {
  count: number
  received: number
  returned: number
  methods: [method: string, amount: number][]
}

/** Returns the money of a period. An entry that was cancelled within it counts in no sum. */
function takenIn(ledger: Ledger, isOf: (day: string) => boolean): Taken {
  const entries = ledger.entries.filter(({ day }) => isOf(day))
  const counted = entries.filter(({ cancels, cancelledBy }) =>
    [cancels, cancelledBy].every((other) => other === null || !isOf(other.day)),
  )
  const payments = counted.filter(({ sign }) => sign === 1)
  const amounts = (some: typeof counted) => sum(some.map(({ amount }) => amount))
  const methods = [...new Set(payments.map(({ method }) => method))]
  return {
    count: payments.length,
    received: amounts(payments),
    returned: amounts(counted.filter(({ sign }) => sign === -1)),
    methods: methods.map((name) => [name, amounts(payments.filter(({ method }) => method === name))]),
  }
}

/** Compares the first screen with the ledger: income and expenses, the payments of today, and the open balance. */
export async function compareToday({ page, ledger }: Shop): Promise<void> {
  await page.goto('dashboard')
  const today = figuresOf(ledger, (day) => day === ledger.today)
  const month = figuresOf(ledger, (day) => day.startsWith(ledger.today.slice(0, 7)))
  const card = page.getByRole('region', { name: 'Bugün', exact: true })
  const taken = takenIn(ledger, (day) => day === ledger.today)
  const figures = {
    Gelir: tl(today.income),
    Gider: tl(today.expense),
    ...(ledger.start !== null && {
      Giren: expect.stringContaining(tl(taken.received)),
      'Açık bakiye': expect.stringContaining(tl(sum(debtorsOf(ledger).map(({ total }) => total)))),
    }),
  }
  await expectSoon(() => figuresIn(card), expect.objectContaining(figures), `first screen of ${ledger.today}`)
  expect.soft(await card.textContent()).toContain(`${today.records} kayıt`)
  for (const [method, amount] of ledger.start === null ? [] : taken.methods)
    expect.soft(await card.textContent()).toContain(`${method} ${tl(amount)}`)
  const result = month.income - month.expense
  const label = month.income === 0 && month.expense === 0 ? 'Kâr / zarar' : result < 0 ? 'Zarar' : 'Kâr'
  expect.soft(await figuresIn(page.getByRole('region', { name: 'Bu ay', exact: true }))).toMatchObject({
    Gelir: tl(month.income),
    Gider: tl(month.expense),
    [label]: tl(Math.abs(result)),
  })
}

/** Compares 'Ay sonu' of the month of `day` with the ledger: its result, and what came in by each method. */
export async function compareMonthEnd({ page, ledger }: Shop, day: string): Promise<void> {
  const isOf = (one: string) => one.startsWith(day.slice(0, 7))
  await page.goto(`cash/month?month=${Number(day.slice(5, 7))}&year=${day.slice(0, 4)}`)
  const month = figuresOf(ledger, isOf)
  const result = page.getByRole('region', { name: 'Ayın sonucu' })
  await result.getByText(`${month.records} kayıt, tamamlanan ${month.completed}`).waitFor()
  const shown = await result.textContent()
  for (const kurus of [month.income, month.expense, Math.abs(month.income - month.expense)])
    expect.soft(shown, `month end of ${day}`).toContain(tl(kurus))
  const taken = takenIn(ledger, isOf)
  const card = page.getByRole('region', { name: 'Giren para' })
  await card.locator('p').first().waitFor()
  const words = await card.textContent()
  if (taken.methods.length > 0) expect.soft(words).toContain(`${tl(taken.received)}${taken.count} tahsilat`)
  for (const [method, amount] of taken.methods) expect.soft(words).toContain(`${method}${tl(amount)}`)
  if (taken.returned > 0) expect.soft(words).toContain(`İadeden sonra${tl(taken.received - taken.returned)}`)
}
