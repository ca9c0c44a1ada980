import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { reversePayment, takeOnAccount, takePayment } from '#server/payment/operations.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { onAccountInput, paymentInput, type RecordPayments, reversalInput } from '#shared/payment/schema.ts'

type PaymentBody = Partial<z.input<typeof paymentInput>> & { kayit_id: number }

/** Takes a payment as the page would, by default 100,00 in cash, each with a key of its own; returns the record's money. */
export const take = (ctx: UserCtx, body: PaymentBody): Promise<RecordPayments> => {
  const sent = { method: 'cash', amount_kurus: 10_000, key: randomUUID(), ...body }
  return takePayment(ctx, z.parse(paymentInput, sent))
}

/** Takes money on account as the page would, by default 100,00 in cash. */
export const takeAccount = (
  ctx: UserCtx,
  body: Partial<z.input<typeof onAccountInput>> & { customer_id: number },
) => {
  const sent = { method: 'cash', amount_kurus: 10_000, key: randomUUID(), ...body }
  return takeOnAccount(ctx, z.parse(onAccountInput, sent))
}

/** Cancels an entry as the page would; returns the money of its record. */
export const reverse = async (
  ctx: UserCtx,
  body: Partial<z.input<typeof reversalInput>> & { id: number },
): Promise<RecordPayments> => {
  const money = await reversePayment(ctx, z.parse(reversalInput, { key: randomUUID(), ...body }))
  if (money === null) throw new Error('The entry is on account.')
  return money
}
