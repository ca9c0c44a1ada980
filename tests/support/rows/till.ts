import { randomUUID } from 'node:crypto'

import type { UserCtx } from '#server/platform/core/context.ts'
import { closeDay, dayOf, openTill } from '#server/till/operations.ts'
import type { CloseDayInput, TillDay } from '#shared/till/schema.ts'

/** Counts the drawer for the first time, by default 100,00; returns the open day. */
export const open = (ctx: UserCtx, counted_kurus = 10_000): Promise<TillDay> =>
  openTill(ctx, { counted_kurus, key: randomUUID() })

/** Closes the open day as its page would, by default without a difference; returns the day-end. */
export async function close(ctx: UserCtx, body: Partial<CloseDayInput> = {}): Promise<TillDay> {
  const { number, expected_kurus } = await dayOf(ctx, {})
  const seen = { number: number ?? 1, expected_kurus, counted_kurus: expected_kurus }
  return closeDay(ctx, { ...seen, reason: 'Bozuk para', key: randomUUID(), ...body })
}
