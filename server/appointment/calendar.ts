import { readShareToken } from '#server/share/token.ts'
import { type BaseCtx, requireNotRestoring, today } from '#server/platform/core/context.ts'
import { compiledOwn } from '#server/platform/core/own-rows.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import { scopeToShop } from '#server/platform/db/shop-scope.ts'
import { CALENDAR_DAYS, CANCELLED_DAYS } from '#shared/appointment/calendar.ts'
import { calendarMessages } from '#shared/appointment/messages.ts'
import { addDays } from '#shared/date.ts'
import { AppError } from '#shared/errors.ts'
import { rightsOf } from '#shared/staff/rights.ts'

import { calendarText } from './calendar-text.ts'
import { calendarQuery, withWork } from './queries.ts'

const DAY_MS = 86_400_000

/**
 * Returns the calendar of the shop's appointments for the token of a user's address. Throws the same NOT_FOUND for every
 * token that opens none: unknown, replaced, of a user without the right, or of a closed or suspended shop.
 */
export async function readCalendar(base: BaseCtx, token: string): Promise<string> {
  requireNotRestoring(base)
  const read = readShareToken(token)
  if (read === null) throw calendarNotFound()
  const { shop, tokenHash } = read
  const ctx = { ...base, db: scopeToShop(base.db, shop), actor: { shop } }
  return withSnapshot(ctx, async (one) => {
    const [user] = await addressQuery(one, { tokenHash })
    if (user === undefined || !rightsOf(user).includes('quotes')) throw calendarNotFound()
    const day = today(one)
    const rows = await calendarQuery(one, {
      from: addDays(day, -CALENDAR_DAYS.before),
      to: addDays(day, CALENDAR_DAYS.after),
      cancelledSince: new Date(base.now.getTime() - CANCELLED_DAYS * DAY_MS),
    })
    return calendarText({ shop, company: user.company_name, rows: await withWork(one, rows) })
  })
}

export const calendarNotFound = () => new AppError('NOT_FOUND', calendarMessages.notFound)

const addressQuery = compiledOwn((db, { shop, tokenHash }: { shop: number; tokenHash: Uint8Array }) =>
  db
    .selectFrom('users')
    .innerJoin('shops', 'shops.id', 'users.shop_id')
    .where('users.shop_id', '=', shop)
    .where('users.calendar_hash', '=', tokenHash)
    .where('users.deleted_at', 'is', null)
    .where('shops.closed_at', 'is', null)
    .where('shops.suspended_at', 'is', null)
    .select(['users.role', 'users.sees_figures', 'shops.company_name']),
)
