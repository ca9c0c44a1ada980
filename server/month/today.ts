import { sumDebts } from '#server/balance/debts.ts'
import { requireRight, today, type UserCtx } from '#server/platform/core/context.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import { type PeriodPayments, sumPayments } from '#shared/payment/sums.ts'
import type { DebtSums } from '#shared/balance/schema.ts'

import { readCounted } from './payments.ts'

/** The money that came in today, and what customers owe; `debts` is `null` while the shop has no accounts. */
export type TodayMoney = { taken: PeriodPayments; debts: DebtSums | null }

/** Returns the money of the first screen. Throws FORBIDDEN. */
export async function todayMoney(ctx: UserCtx): Promise<TodayMoney> {
  requireRight(ctx, 'payments')
  const day = today(ctx)
  return withSnapshot(ctx, async (one) => {
    const [entries, debts] = await Promise.all([readCounted(one, { from: day, to: day }), sumDebts(one)])
    return { taken: sumPayments(entries), debts }
  })
}
