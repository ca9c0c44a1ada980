import { sql } from 'kysely'

import { firstItems } from '#server/kayit/list.ts'
import { readShareToken } from '#server/share/token.ts'
import { type BaseCtx, requireNotRestoring, today } from '#server/platform/core/context.ts'
import { compiledOwn } from '#server/platform/core/own-rows.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import { scopeToShop } from '#server/platform/db/shop-scope.ts'
import { CALENDAR_DAYS, CANCELLED_DAYS, MAX_CALENDAR_ROWS } from '#shared/appointment/calendar.ts'
import { calendarMessages } from '#shared/appointment/messages.ts'
import { addDays, type Day } from '#shared/date.ts'
import { AppError } from '#shared/errors.ts'
import { rightsOf } from '#shared/staff/rights.ts'

import { calendarText } from './calendar-text.ts'
import type { TimedRow } from './operations.ts'

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
    const rows = await eventQuery(one, {
      from: addDays(day, -CALENDAR_DAYS.before),
      to: addDays(day, CALENDAR_DAYS.after),
      cancelledSince: new Date(base.now.getTime() - CANCELLED_DAYS * DAY_MS),
    })
    const untold = rows.filter(({ musteri_talebi }) => musteri_talebi === '').map(({ id }) => id)
    const works = await firstItems(one, untold)
    return calendarText({ shop, company: user.company_name, rows, works })
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

export type CalendarRow = Awaited<ReturnType<typeof eventQuery>>[number]

type CalendarPeriod = { from: Day; to: Day; cancelledSince: Date }

/** The limit leaves out the last appointments. */
const eventQuery = compiledOwn((db, { shop, from, to, cancelledSince }: CalendarPeriod & { shop: number }) =>
  db
    .selectFrom('kayit')
    .where('shop_id', '=', shop)
    .where('deleted_at', 'is', null)
    .where('appointment_day', '>=', from)
    .where('appointment_day', '<=', to)
    .where((eb) =>
      eb.or([
        eb('stage', '=', sql.lit('visit')),
        eb('appointment_state', '<>', sql.lit('cancelled')),
        eb('updated_at', '>=', cancelledSince),
      ]),
    )
    .orderBy('appointment_day')
    .orderBy('appointment_start')
    .orderBy('id')
    .limit(sql.lit(MAX_CALENDAR_ROWS))
    .select(['id', 'version', 'stage', 'created_at', 'updated_at'])
    .select(['plaka', 'musteri_adi_soyadi', 'musteri_talebi', 'arac_marka', 'arac_model'])
    .select(['appointment_day', 'appointment_start', 'appointment_minutes', 'appointment_state'])
    .$narrowType<TimedRow>(),
)
