import { recordChanges } from '#server/platform/core/changes.ts'
import { inTransaction, requireRight, type UserCtx } from '#server/platform/core/context.ts'
import { ownRows, updateOwn } from '#server/platform/core/own-rows.ts'
import { idsOf } from '#server/directory/merge.ts'
import { holdStart } from '#server/payment/operations.ts'
import type { OpeningInput } from '#shared/balance/schema.ts'
import { fieldChanges } from '#shared/change/rules.ts'

/**
 * Changes what a customer owed when the accounts started, which starts them if they have not; returns the customer's
 * id. Throws FORBIDDEN and NOT_FOUND.
 */
export async function saveOpening(ctx: UserCtx, input: OpeningInput): Promise<{ customer_id: number }> {
  requireRight(ctx, 'payments')
  requireRight(ctx, 'settings')
  return inTransaction(ctx, async (trx) => {
    const ids = await idsOf(trx, 'customer', input.customer_id)
    const [id] = ids
    await holdStart(trx, input.start)
    const family = await ownRows(trx, 'customer')
      .where('id', 'in', ids)
      .orderBy('id')
      .select(['id', 'name', 'opening_kurus'])
      .forNoKeyUpdate()
      .execute()
    const before = family.reduce((sum, { opening_kurus }) => sum + opening_kurus, 0)
    if (before === input.opening_kurus) return { customer_id: id }
    const root = family.find((one) => one.id === id)
    const others = before - (root?.opening_kurus ?? 0)
    await updateOwn(trx, 'customer')
      .set({ opening_kurus: input.opening_kurus - others })
      .where('id', '=', id)
      .execute()
    const fields = fieldChanges(
      ['opening_kurus'],
      { opening_kurus: before },
      { opening_kurus: input.opening_kurus },
    )
    await recordChanges(trx, [
      { noun: 'customer', id, verb: 'update', title: root?.name ?? '', detail: { fields }, customer_id: id },
    ])
    return { customer_id: id }
  })
}
