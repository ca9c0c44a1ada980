import type { Selectable } from 'kysely'

import { idsOf } from '#server/directory/merge.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { AppError } from '#shared/errors.ts'
import { itemKey } from '#shared/item/rules.ts'
import { CAUSES } from '#shared/reminder/causes.ts'
import { reminderMessages } from '#shared/reminder/messages.ts'
import { combine, type Reminder } from '#shared/reminder/rules.ts'

export const REMINDER_COLUMNS = [
  'reminder.id',
  'reminder.vehicle_id',
  'cause',
  'title',
  'title_key',
  'due_day',
  'due_km',
  'car_kind',
  'registered_on',
  'state',
  'snoozed_until',
  'opened_at',
  'version',
] as const

export type ReminderRow = Pick<
  Selectable<DB['reminder']>,
  | 'id'
  | 'vehicle_id'
  | 'cause'
  | 'title'
  | 'title_key'
  | 'due_day'
  | 'due_km'
  | 'car_kind'
  | 'registered_on'
  | 'state'
  | 'snoozed_until'
  | 'opened_at'
  | 'version'
>

/** Returns the key of a title: an 'other' reminder is one by its name, however it is written. */
export const titleKeyOf = ({ cause, title }: Pick<Reminder, 'cause' | 'title'>): string =>
  cause === 'other' ? itemKey(title) : ''

export const reminderOf = (row: ReminderRow): Reminder => ({
  cause: row.cause,
  title: row.title,
  due_day: row.due_day,
  due_km: row.due_km,
  car_kind: row.car_kind,
  registered_on: row.registered_on,
  state: row.state,
  snoozed_until: row.snoozed_until,
  opened_at: row.opened_at?.toISOString() ?? null,
  version: row.version,
})

/** Returns one reminder for each cause of the rows of a car and of those merged into it, in the order of the causes. */
export function combineRows(rows: readonly ReminderRow[]): Reminder[] {
  const sorted = rows.toSorted((a, b) => placeOf(a) - placeOf(b) || a.id - b.id)
  const byCause = Map.groupBy(sorted, ({ cause, title_key }) => `${cause} ${title_key}`)
  return [...byCause.values()].map((same) => {
    const [first, ...others] = same.map(reminderOf)
    if (first === undefined) throw new Error('a group has rows')
    return combine([first, ...others])
  })
}

const placeOf = ({ cause }: Pick<ReminderRow, 'cause'>): number => CAUSES.indexOf(cause)

/** Returns the reminders of a car and of the cars merged into it, in the order of their storing. */
export const rowsOfCars = (ctx: UserCtx, ids: readonly number[]): Promise<ReminderRow[]> =>
  ownRows(ctx, 'reminder')
    .where('vehicle_id', 'in', [...ids])
    .orderBy('id')
    .select(REMINDER_COLUMNS)
    .execute()

/** A locked car with those merged into it; the first id stands for all. */
export type Family = { root: number; ids: readonly number[]; title: string }

/**
 * Locks a car with those merged into it, in the order of their ids, as merges do, so that its reminders are changed one
 * after the other. Throws NOT_FOUND, INVALID for an erased car, and CONFLICT if it is merged or separated meanwhile.
 */
export async function lockFamily(ctx: UserCtx, id: number): Promise<Family> {
  const ids = await idsOf(ctx, 'vehicle', id)
  const cars = await ownRows(ctx, 'vehicle')
    .where('id', 'in', ids)
    .orderBy('id')
    .select(['id', 'plate', 'vin', 'erased_at'])
    .forNoKeyUpdate()
    .execute()
  const now = await idsOf(ctx, 'vehicle', id)
  if (now.join() !== ids.join()) throw new AppError('CONFLICT', reminderMessages.carChanged)
  const root = cars.find((car) => car.id === ids[0])
  if (root?.erased_at !== null) throw new AppError('INVALID', reminderMessages.erased)
  return { root: ids[0], ids, title: root.plate || root.vin }
}
