import type { Selectable } from 'kysely'
import { expect, test } from 'vitest'

import { deleteExpense, restoreExpense } from '#server/expense/operations.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { dayOf } from '#server/till/operations.ts'
import { AppError } from '#shared/errors.ts'
import { EXPENSE_METHODS } from '#shared/expense/rules.ts'
import { PAYMENT_METHODS, signedAmount } from '#shared/payment/rules.ts'
import { cashOf } from '#shared/till/rules.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { reverse, take } from '#tests/support/rows/payment.ts'
import { close, open } from '#tests/support/rows/till.ts'
import * as fc from '#tests/support/setup/fast-check.ts'

const db = await testDatabase()

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('take', 'take', 'refund', 'reverse', 'spend', 'edit', 'remove', 'close'),
    method: fc.constantFrom(...PAYMENT_METHODS, 'cash' as const, 'cash' as const),
    amount: fc.integer({ min: 1, max: 60_000 }),
    of: fc.nat({ max: 20 }),
    found: fc.integer({ min: -300, max: 300 }),
  }),
  { minLength: 1, maxLength: 24 },
)

type Stored = Selectable<DB['expense']>

/** Edits, deletes or restores an expense; returns the kuruş that come back into the drawer. */
async function changeExpense(
  ctx: UserCtx,
  expense: Stored,
  { kind, amount }: { kind: 'edit' | 'remove'; amount: number },
): Promise<number> {
  const { id, version, deleted_at } = expense
  if (kind === 'remove') {
    await (deleted_at === null ? deleteExpense : restoreExpense)(ctx, { id })
    return deleted_at === null ? cashOf(expense) : -cashOf(expense)
  }
  if (deleted_at !== null) return 0
  const edited = { amount_kurus: amount, method: EXPENSE_METHODS[amount % EXPENSE_METHODS.length] ?? null }
  await spend(ctx, { id, version, ...edited })
  return cashOf(expense) - cashOf(edited)
}

/** Returns the day-ends of the shop, each checked against the entries that name it. */
async function checkedDays(ctx: UserCtx) {
  const days = await ownRows(ctx, 'day_end').orderBy('number').selectAll().execute()
  const entries = await ownRows(ctx, 'payment').orderBy('id').selectAll().execute()
  const changes = await ownRows(ctx, 'cash_expense').orderBy('id').selectAll().execute()
  expect(days.map(({ number }) => number)).toEqual(days.map((_, index) => index))
  days.slice(1).forEach((day, index) => {
    const cash = entries.filter((one) => one.day_end_number === day.number && one.method === 'cash')
    const sum = cash.reduce((total, one) => total + signedAmount(one), 0)
    expect(day.received_kurus - day.refunded_kurus).toBe(sum)
    const spent = changes.filter((one) => one.day_end_number === day.number)
    expect(day.spent_kurus).toBe(spent.reduce((total, one) => total + one.amount_kurus, 0))
    expect(day.opening_kurus).toBe(days[index]?.counted_kurus)
  })
  return { days, entries }
}

test('after any payments, cancellations, changes of expenses and counts the drawer agrees with a ledger', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      const ctx = userCtx(db, await buildUser(db))
      const { id: kayit_id } = await save(ctx)
      await open(ctx, 5_000)
      // The cash in the drawer: each difference is money that left or joined it unseen.
      let drawer = 5_000
      for (const { kind, method, amount, of, found } of plan) {
        const entries = await ownRows(ctx, 'payment').orderBy('id').selectAll().execute()
        const target = entries[of % Math.max(1, entries.length)]
        try {
          if (kind === 'close') {
            const counted_kurus = Math.max(0, drawer + found)
            await close(ctx, { counted_kurus, reason: 'Bozuk para' })
            drawer = counted_kurus
          } else if (kind === 'spend') {
            const paidBy = EXPENSE_METHODS[of % EXPENSE_METHODS.length] ?? null
            await spend(ctx, { amount_kurus: amount, method: paidBy })
            drawer -= cashOf({ amount_kurus: amount, method: paidBy })
          } else if (kind === 'edit' || kind === 'remove') {
            const expenses = await ownRows(ctx, 'expense').orderBy('id').selectAll().execute()
            const expense = expenses[of % Math.max(1, expenses.length)]
            if (expense === undefined) continue
            drawer += await changeExpense(ctx, expense, { kind, amount })
          } else if (kind === 'reverse') {
            if (target === undefined) continue
            await reverse(ctx, { id: target.id })
            drawer -= target.method === 'cash' ? signedAmount(target) : 0
          } else {
            const entry = {
              kind: kind === 'take' ? 'payment' : 'refund',
              method,
              amount_kurus: amount,
            } as const
            await take(ctx, { kayit_id, ...entry })
            drawer += method === 'cash' ? signedAmount(entry) : 0
          }
        } catch (error) {
          if (!(error instanceof AppError)) throw error
        }
        expect((await dayOf(ctx, {})).expected_kurus).toBe(drawer)
      }
      await checkedDays(ctx)
    }),
    { numRuns: 10 },
  )
})

test('ten users who close and pay at once number the days without gaps and count each payment once', async () => {
  const ctx = userCtx(db, await buildUser(db))
  const { id: kayit_id } = await save(ctx)
  await open(ctx, 0)
  const closeOnce = async (): Promise<void> => {
    for (;;)
      try {
        await close(ctx)
        return
      } catch (error) {
        // Another user was faster, or an entry was stored meanwhile.
        if (!(error instanceof AppError && error.code === 'CONFLICT')) throw error
      }
  }
  const pay = (amount_kurus: number) => take(ctx, { kayit_id, amount_kurus })
  const paying = Array.from({ length: 40 }, (_, index) => pay(index + 1))
  await Promise.all([...paying, ...Array.from({ length: 10 }, closeOnce)])
  await close(ctx)
  const { days, entries } = await checkedDays(ctx)
  expect(days).toHaveLength(12)
  expect(entries).toHaveLength(40)
  expect(days.at(-1)?.counted_kurus).toBe(820)
})
