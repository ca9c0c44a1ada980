import { expect, test } from 'vitest'

import {
  endRepetition,
  listRepetitions,
  skipMonth,
  storeAutomaticExpenses,
  storeDue,
} from '#server/expense/repetitions.ts'
import { dayOf } from '#server/till/operations.ts'
import type { AppError } from '#shared/errors.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { listed, spend } from '#tests/support/rows/expense.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { close, open } from '#tests/support/rows/till.ts'

const db = await testDatabase()
const TEN = Array.from({ length: 10 }, (_, index) => index)
const DECEMBER = new Date('2026-12-03T09:00:00Z')

/** Stores an expense of November that repeats; returns the caller in December and the repetition. */
async function repeated(body: Parameters<typeof spend>[1]) {
  const ctx = userCtx(db, await buildUser(db))
  await open(ctx)
  await spend(ctx, { amount_kurus: 500, spend_date: '2026-11-01', ...body })
  const { repetitions } = await listRepetitions(ctx)
  return { ctx: { ...ctx, now: DECEMBER }, id: repetitions[0]?.id ?? 0 }
}

const daysOf = async (ctx: Parameters<typeof listed>[0]) =>
  (await listed(ctx)).items.map(({ spend_date }) => spend_date)

test('an automatic month is stored once by ten pages and jobs at once', async () => {
  const { ctx } = await repeated({ method: 'transfer', repeat: 'automatic' })
  const runs = TEN.map((index) => (index % 2 === 0 ? storeDue(ctx) : storeAutomaticExpenses(db, DECEMBER)))
  await Promise.all(runs)
  expect(await daysOf(ctx)).toEqual(['2026-12-01', '2026-11-01'])
})

test('a proposed month is stored once by ten users at once, also in the drawer', async () => {
  const { ctx, id } = await repeated({ method: 'cash', repeat: 'proposed' })
  const proposal = { id, month: '2026-12-01' }
  const done = await Promise.allSettled(
    TEN.map(() => spend(ctx, { method: 'cash', spend_date: '2026-12-01', proposal })),
  )
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = done.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  for (const error of refused) expect(error).toMatchObject({ code: 'CONFLICT' })
  expect(await daysOf(ctx)).toEqual(['2026-12-01', '2026-11-01'])
  expect((await dayOf(ctx, {})).movements).toHaveLength(2)
})

test('a month is either stored or skipped, while its repetition ends and the day is closed', async () => {
  const { ctx, id } = await repeated({ method: 'cash', repeat: 'proposed' })
  const month = { id, month: '2026-12-01' }
  const done = await Promise.allSettled([
    spend(ctx, { amount_kurus: 500, method: 'cash', spend_date: '2026-12-01', proposal: month }),
    skipMonth(ctx, { ...month, undo: false }),
    close(ctx, { reason: 'Sayım' }),
    endRepetition(ctx, { id, undo: false }),
  ])
  const codes = done.flatMap((one) => (one.status === 'rejected' ? [(one.reason as AppError).code] : []))
  expect(codes.filter((code) => code !== 'CONFLICT' && code !== 'NOT_FOUND')).toEqual([])
  const months = await db
    .selectFrom('expense_repetition_month')
    .where('repetition_id', '=', id)
    .where('month', '=', '2026-12-01')
    .select('expense_id')
    .execute()
  const stored = (await daysOf(ctx)).filter((day) => day === '2026-12-01').length
  expect(months.filter(({ expense_id }) => expense_id !== null)).toHaveLength(stored)
})
