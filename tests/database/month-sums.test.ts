import { expect, test } from 'vitest'

import { monthPayments, readCounted } from '#server/month/payments.ts'
import { daysOfWholeMonth } from '#shared/date.ts'
import { PAYMENT_METHODS } from '#shared/payment/rules.ts'
import { sumPayments } from '#shared/payment/sums.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { reverse, take } from '#tests/support/rows/payment.ts'
import * as fc from '#tests/support/setup/fast-check.ts'

const db = await testDatabase()
const DAYS = ['2026-09-30', '2026-10-01', '2026-10-31', '2026-11-01', '2026-11-21'] as const

const moves = fc.array(
  fc.record({
    day: fc.constantFrom(...DAYS),
    method: fc.constantFrom(...PAYMENT_METHODS),
    kind: fc.constantFrom('payment', 'payment', 'refund'),
    amount_kurus: fc.integer({ min: 1, max: 1_000 }),
    /** The entry that is cancelled afterwards, counted from the newest, and the day of its cancellation. */
    cancels: fc.option(fc.record({ back: fc.integer({ min: 0, max: 4 }), on: fc.constantFrom(...DAYS) })),
  }),
  { minLength: 10, maxLength: 25 },
)

test('a month sums up the entries that its file lists, whatever was cancelled and when', async () => {
  await fc.assert(
    fc.asyncProperty(moves, async (made) => {
      const ctx = userCtx(db, await buildUser(db))
      const { id: kayit_id } = await save(ctx, {})
      await take(ctx, { kayit_id, amount_kurus: 1_000_000, day: '2026-09-01' })
      for (const { cancels, ...entry } of made) {
        const { payments } = await take(ctx, { kayit_id, ...entry })
        // The first one stays, so that every refund is possible.
        const id = payments.slice(1).at(-1 - (cancels?.back ?? 0))?.id ?? 0
        const on = { ...ctx, now: new Date(`${cancels?.on}T09:00:00Z`) }
        // One that is a cancellation, or was cancelled before, is refused.
        if (cancels !== null) await reverse(on, { id }).catch(() => {})
      }
      const cancelled = await ctx.db
        .selectFrom('payment')
        .where('shop_id', '=', ctx.actor.shop)
        .where('reverses', 'is not', null)
        .select('id')
        .execute()
      fc.pre(cancelled.length > 0)
      for (const month of [9, 10, 11]) {
        const listed = await readCounted(ctx, daysOfWholeMonth(2026, month))
        expect(await monthPayments(ctx, { year: 2026, month })).toEqual(sumPayments(listed))
      }
    }),
    { numRuns: 10 },
  )
})
