import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { reversePayment, takePayment } from '#server/payment/operations.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { paymentInput, type RecordPayments, reversalInput } from '#shared/payment/schema.ts'

type PaymentBody = Partial<z.input<typeof paymentInput>> & { kayit_id: number }

/** Takes a payment as the page would, by default 100,00 in cash, each with a key of its own; returns the record's money. */
export const take = (ctx: UserCtx, body: PaymentBody): Promise<RecordPayments> => {
  const sent = { method: 'cash', amount_kurus: 10_000, key: randomUUID(), ...body }
  return takePayment(ctx, z.parse(paymentInput, sent))
}

/** Cancels an entry as the page would. */
export const reverse = (ctx: UserCtx, body: Partial<z.input<typeof reversalInput>> & { id: number }) =>
  reversePayment(ctx, z.parse(reversalInput, { key: randomUUID(), ...body }))
