import { recordChange } from '#server/platform/core/changes.ts'
import { requireRight, today, type UserCtx } from '#server/platform/core/context.ts'
import { changeOnce } from '#server/platform/core/idempotency.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import { fieldChanges } from '#shared/change/rules.ts'
import { AppError } from '#shared/errors.ts'
import { tillMessages } from '#shared/till/messages.ts'
import { takenByMethod, tillFigures, type TillFigures } from '#shared/till/rules.ts'
import type { CloseDayInput, OpenTillInput, TillDay, TillDayInput } from '#shared/till/schema.ts'

import { listMovements } from './movements.ts'
import { lockDayEnds, readLastCount } from './open-day.ts'
import { readCashExpenses, readCountedBefore, readCounts, readEntries } from './queries.ts'

/** Returns the open day of the drawer, or a day-end by its number. Throws FORBIDDEN and NOT_FOUND. */
export async function dayOf(ctx: UserCtx, { number }: TillDayInput): Promise<TillDay> {
  requireRight(ctx, 'payments')
  return withSnapshot(ctx, async (one) => {
    const last = await readLastCount(one)
    if (last === undefined) {
      if (number !== undefined) throw new AppError('NOT_FOUND', tillMessages.notFound)
      return unopenedDay(one)
    }
    const open = last.number + 1
    const shown = number ?? open
    if (shown > open) throw new AppError('NOT_FOUND', tillMessages.notFound)
    const [rows, counts] = await Promise.all([readDay(one, shown), readCounts(one, shown)])
    const before = counts.find((count) => count.number === shown - 1)
    const closed = counts.find((count) => count.number === shown)
    return {
      number: shown,
      last_number: last.number,
      day: closed?.day ?? today(one),
      opened_on: before?.day ?? null,
      ...(closed === undefined
        ? tillFigures({ ...rows, opening_kurus: last.counted_kurus })
        : figuresOf(closed)),
      closed: closed === undefined ? null : countOf(closed),
      taken: takenByMethod(rows.entries),
      ...listMovements(one, { ...rows, countedBefore: await readCountedBefore(one, shown, rows.expenses) }),
    }
  })
}

function unopenedDay(ctx: UserCtx): TillDay {
  const rows = { entries: [], expenses: [] }
  const figures = tillFigures({ ...rows, opening_kurus: 0 })
  const day = { number: null, last_number: 0, day: today(ctx), opened_on: null, closed: null, taken: [] }
  return { ...day, ...figures, ...listMovements(ctx, { ...rows, countedBefore: new Set() }) }
}

async function readDay(ctx: UserCtx, number: number) {
  const [entries, expenses] = await Promise.all([readEntries(ctx, number), readCashExpenses(ctx, number)])
  return { entries, expenses }
}

type Count = Awaited<ReturnType<typeof readCounts>>[number]

const figuresOf = (count: Count): TillFigures => ({
  opening_kurus: count.opening_kurus,
  received_kurus: count.received_kurus,
  refunded_kurus: count.refunded_kurus,
  spent_kurus: count.spent_kurus,
  expected_kurus: count.expected_kurus,
})

const countOf = (count: Count): TillDay['closed'] => ({
  counted_kurus: count.counted_kurus,
  difference_kurus: count.difference_kurus,
  reason: count.reason,
  actor_name: count.actor_name,
  created_at: count.created_at.toISOString(),
})

const KEYED = { usedMessage: tillMessages.keyUsed }

/**
 * Stores the first count of the drawer, from which day-end 1 begins, once for its key; returns the open day. Throws
 * FORBIDDEN, and CONFLICT if the drawer was counted before.
 */
export async function openTill(ctx: UserCtx, input: OpenTillInput): Promise<TillDay> {
  requireRight(ctx, 'payments')
  const { key, counted_kurus } = input
  await changeOnce(ctx, { ...KEYED, operation: 'till opening', key, input }, async (trx) => {
    if ((await lockDayEnds(trx)) !== undefined) throw new AppError('CONFLICT', tillMessages.alreadyOpened)
    const figures = tillFigures({ opening_kurus: counted_kurus, entries: [], expenses: [] })
    await storeCount(trx, { number: 0, figures, counted_kurus, reason: '' })
  })
  return dayOf(ctx, {})
}

/**
 * Closes the open day with the counted cash, once for its key; returns the day-end. Throws FORBIDDEN, INVALID for
 * a difference without a reason, and CONFLICT if another user closed the day, or stored an entry that the caller has
 * not seen.
 */
export async function closeDay(ctx: UserCtx, input: CloseDayInput): Promise<TillDay> {
  requireRight(ctx, 'payments')
  const { key, number, counted_kurus, reason } = input
  await changeOnce(ctx, { ...KEYED, operation: 'day-end', key, input }, async (trx) => {
    const last = await lockDayEnds(trx)
    if (last === undefined) throw new AppError('CONFLICT', tillMessages.notOpened)
    if (number !== last.number + 1) throw new AppError('CONFLICT', tillMessages.alreadyClosed)
    const figures = tillFigures({ ...(await readDay(trx, number)), opening_kurus: last.counted_kurus })
    if (figures.expected_kurus !== input.expected_kurus) throw new AppError('CONFLICT', tillMessages.changed)
    if (reason === '' && counted_kurus !== figures.expected_kurus)
      throw new AppError('INVALID', tillMessages.reasonRequired, { field: 'reason' })
    await storeCount(trx, { number, figures, counted_kurus, reason })
  })
  return dayOf(ctx, { number })
}

type NewCount = { number: number; figures: TillFigures; counted_kurus: number; reason: string }

const LOGGED = ['expected_kurus', 'counted_kurus', 'difference_kurus'] as const
const NOTHING = { expected_kurus: null, counted_kurus: null, difference_kurus: null }

/** Stores a count of the drawer and its change. A reason without a difference is dropped. */
async function storeCount(ctx: UserCtx, { number, figures, counted_kurus, reason }: NewCount): Promise<void> {
  const difference_kurus = counted_kurus - figures.expected_kurus
  const { shop: shop_id, user: actor_id, username: actor_name } = ctx.actor
  const count = {
    ...figures,
    counted_kurus,
    difference_kurus,
    reason: difference_kurus === 0 ? '' : reason,
  }
  await ctx.db
    .insertInto('day_end')
    .values({ shop_id, number, day: today(ctx), ...count, actor_id, actor_name, created_at: ctx.now })
    .execute()
  const isFirst = number === 0
  await recordChange(ctx, {
    noun: 'day_end',
    id: number,
    verb: isFirst ? 'open' : 'create',
    title: isFirst ? '' : `No ${number}`,
    detail: { fields: fieldChanges(isFirst ? ['counted_kurus'] : LOGGED, NOTHING, count) },
  })
}
