import { randomBytes } from 'node:crypto'

import { readShareToken } from '#server/share/token.ts'
import { recordChange } from '#server/platform/core/changes.ts'
import { inTransaction, requireConfirmed, requireRight, type UserCtx } from '#server/platform/core/context.ts'
import { ownRows, updateOwn } from '#server/platform/core/own-rows.ts'
import { type CalendarAddress, calendarPath, type NewCalendarAddress } from '#shared/appointment/calendar.ts'
import { SECRET_BYTES, shareToken } from '#shared/share/token.ts'

/** Returns since when the user has a calendar address. Throws FORBIDDEN without the right `quotes`. */
export async function getCalendarAddress(ctx: UserCtx): Promise<CalendarAddress> {
  requireRight(ctx, 'quotes')
  const user = await ownRows(ctx, 'users')
    .where('id', '=', ctx.actor.user)
    .select('calendar_made_at')
    .executeTakeFirst()
  return { made_at: user?.calendar_made_at?.toISOString() ?? null }
}

/**
 * Makes the user's calendar address, which replaces the one before; only this answer has it. It outlives the session, so
 * that the password was typed a moment ago. Throws FORBIDDEN and UNCONFIRMED.
 */
export async function makeCalendarAddress(ctx: UserCtx): Promise<NewCalendarAddress> {
  requireConfirmed(requireRight(ctx, 'quotes'))
  const token = shareToken(ctx.actor.shop, randomBytes(SECRET_BYTES))
  await inTransaction(ctx, async (trx) => {
    await updateOwn(trx, 'users')
      .set({ calendar_hash: readShareToken(token)?.tokenHash ?? null, calendar_made_at: ctx.now })
      .where('id', '=', ctx.actor.user)
      .execute()
    await recordChange(trx, entryOf(ctx, 'share'))
  })
  return { link: calendarPath(token), made_at: ctx.now.toISOString() }
}

/** Ends the user's calendar address; without one nothing changes. Throws FORBIDDEN. */
export async function endCalendarAddress(ctx: UserCtx): Promise<void> {
  requireRight(ctx, 'quotes')
  await inTransaction(ctx, async (trx) => {
    const ended = await updateOwn(trx, 'users')
      .set({ calendar_hash: null, calendar_made_at: null })
      .where('id', '=', ctx.actor.user)
      .where('calendar_hash', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (ended !== undefined) await recordChange(trx, entryOf(ctx, 'unshare'))
  })
}

const entryOf = ({ actor }: UserCtx, verb: 'share' | 'unshare') =>
  ({ noun: 'user', id: actor.user, verb, title: actor.username }) as const
