import { idsOf } from '#server/directory/merge.ts'
import { requireRight, type UserCtx } from '#server/platform/core/context.ts'
import { inSameShop, ownRows, visitRows } from '#server/platform/core/own-rows.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import { addDays, type Day, todayInIstanbul } from '#shared/date.ts'
import type { CarKind } from '#shared/intake/rules.ts'
import type { InspectionKind } from '#shared/reminder/inspection.ts'
import { dueOf } from '#shared/reminder/rules.ts'
import type { CarReminder, CarReminders } from '#shared/reminder/schema.ts'

import { combineRows, rowsOfCars } from './rows.ts'
import { drivenOf, readingsOf } from './readings.ts'
import { WARRANTY } from './warranty-state.ts'
import { warrantyEnds } from './warranty-ends.ts'

/** A warranty ends at most ten years after its delivery. */
const LONGEST_WARRANTY = 3_660

/** Returns all reminders of a car, also those that are done or refused. Throws NOT_FOUND, FORBIDDEN. */
export async function remindersOf(ctx: UserCtx, { id }: { id: number }): Promise<CarReminders> {
  requireRight(ctx, 'quotes')
  const today = todayInIstanbul(ctx.now)
  return withSnapshot(ctx, async (one) => {
    const ids = await idsOf(one, 'vehicle', id)
    const [root] = ids
    const [rows, byCar, ends, car_kind, sold_on] = await Promise.all([
      rowsOfCars(one, ids),
      readingsOf(one, [root]),
      warrantyEnds(one, { from: today, to: addDays(today, LONGEST_WARRANTY), vehicles: ids }),
      kindOf(one, ids),
      soldOn(one, ids),
    ])
    const readings = byCar.get(root) ?? []
    const stored = combineRows(rows)
    const written = stored.flatMap((reminder): CarReminder[] => {
      if (reminder.cause === 'warranty') return []
      const due = dueOf(reminder, readings)
      return [{ ...reminder, day: due?.day ?? null, is_by_km: due?.isByKm ?? false, work: '' }]
    })
    const state = stored.find(({ cause }) => cause === 'warranty') ?? WARRANTY
    const [next] = ends
    const warranty = next === undefined ? [] : [{ ...state, day: next.day, is_by_km: false, work: next.work }]
    return { reminders: [...written, ...warranty], ...drivenOf(readings), car_kind, sold_on }
  })
}

const KINDS: Readonly<Partial<Record<CarKind, InspectionKind>>> = {
  car: 'private',
  van: 'commercial',
  truck: 'commercial',
  motorcycle: 'motorcycle',
}

/** Returns the kind by the newest intake of a car. */
async function kindOf(ctx: UserCtx, ids: readonly number[]): Promise<InspectionKind | null> {
  const row = await visitRows(ctx)
    .innerJoin('intake', inSameShop('intake.kayit_id', 'kayit.id'))
    .where('kayit.vehicle_id', 'in', [...ids])
    .orderBy('kayit.day', 'desc')
    .orderBy('kayit.id', 'desc')
    .select('intake.car_kind')
    .limit(1)
    .executeTakeFirst()
  return KINDS[row?.car_kind ?? 'other'] ?? null
}

/** Returns when a car was sold, unless it has come since. */
async function soldOn(ctx: UserCtx, ids: readonly number[]): Promise<Day | null> {
  const rows = await ownRows(ctx, 'vehicle')
    .where('id', 'in', [...ids])
    .select(['sold_on', 'last_day'])
    .execute()
  const sold = rows.flatMap(({ sold_on }) => sold_on ?? []).sort()
  const days = rows.flatMap(({ last_day }) => last_day ?? []).sort()
  const [soldLast, cameLast] = [sold.at(-1), days.at(-1)]
  return soldLast === undefined || (cameLast !== undefined && cameLast > soldLast) ? null : soldLast
}
