import type { UserCtx } from '#server/platform/core/context.ts'
import { listRepetitions } from '#server/expense/repetitions.ts'

import { listed, spend } from './expense.ts'

export const RENT = {
  title: 'Kira',
  amount_kurus: 2_000_000,
  spend_date: '2026-11-01',
  category: 'Kira',
} as const

/** Returns the same caller on another day. */
export const onDay = (ctx: UserCtx, day: string): UserCtx => ({ ...ctx, now: new Date(`${day}T09:00:00Z`) })

/** Stores a rent of November that is proposed each month. */
export const repeatRent = (ctx: UserCtx, body: Parameters<typeof spend>[1] = {}) =>
  spend(ctx, { ...RENT, method: 'transfer', repeat: 'proposed', ...body })

/** Returns the due days that a caller sees on a day. */
export const dueOn = async (ctx: UserCtx, day: string): Promise<string[]> =>
  (await listRepetitions(onDay(ctx, day))).due.map((due) => due.day)

/** Returns the days of the stored expenses, the newest first. */
export const daysStored = async (ctx: UserCtx): Promise<string[]> =>
  (await listed(ctx)).items.map(({ spend_date }) => spend_date)
