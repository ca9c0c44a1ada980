import { recordChange } from '#server/platform/core/changes.ts'
import { inTransaction, requireRight, type UserCtx } from '#server/platform/core/context.ts'
import { diffFields, ownRows, updateOwn } from '#server/platform/core/own-rows.ts'
import { fieldChanges } from '#shared/change/rules.ts'
import { todayInIstanbul } from '#shared/date.ts'
import { AppError } from '#shared/errors.ts'
import { CAUSE_WORDS, MAX_CAR_REMINDERS, REMINDER_STATE_WORDS } from '#shared/reminder/causes.ts'
import { reminderMessages } from '#shared/reminder/messages.ts'
import type { Reminder } from '#shared/reminder/rules.ts'
import type {
  ReminderInput,
  ReminderNameInput,
  ReminderRemovalInput,
  SoldInput,
  StoredReminder,
} from '#shared/reminder/schema.ts'

import { WARRANTY } from './warranty-state.ts'
import { combineRows, type Family, lockFamily, type ReminderRow, rowsOfCars, titleKeyOf } from './rows.ts'

/** The reminders of a locked car: all rows, those of the named cause, and the one reminder that they make. */
type Named = {
  family: Family
  rows: readonly ReminderRow[]
  same: readonly ReminderRow[]
  stored: Reminder | undefined
}

async function lockNamed(ctx: UserCtx, name: ReminderNameInput): Promise<Named> {
  const family = await lockFamily(ctx, name.vehicle_id)
  const rows = await rowsOfCars(ctx, family.ids)
  const key = titleKeyOf(name)
  const same = rows.filter(({ cause, title_key }) => cause === name.cause && title_key === key)
  return { family, rows, same, stored: combineRows(same)[0] }
}

/**
 * Stores a car's reminder of a cause, of which the car then has exactly one. Throws NOT_FOUND, FORBIDDEN, CONFLICT when
 * another user has changed it since `version`, and INVALID for a refused one that is not opened again, and for too many.
 */
export function saveReminder(ctx: UserCtx, input: ReminderInput): Promise<StoredReminder> {
  requireRight(ctx, 'quotes')
  return inTransaction(ctx, async (trx) => {
    const named = await lockNamed(trx, input)
    const { stored, rows } = named
    const { vehicle_id: _car, reopens, version, ...fields } = input
    const isSame = stored !== undefined && diffFields<Partial<Reminder>>(stored, fields) === null
    if (isSame) return stored
    if (version !== stored?.version) throw new AppError('CONFLICT', reminderMessages.conflict)
    if (stored?.state === 'refused' && !reopens) throw new AppError('INVALID', reminderMessages.refused)
    if (stored === undefined && rows.length >= MAX_CAR_REMINDERS)
      throw new AppError('INVALID', reminderMessages.tooMany)
    const due = input.cause === 'warranty' ? { due_day: null, due_km: null } : {}
    const next = { opened_at: null, ...stored, ...fields, ...due, version: (version ?? 0) + 1 }
    await log(trx, named.family, [stored, next])
    return store(trx, named, next)
  })
}

/** Writes the one reminder of its cause in place of the rows that made it. */
async function store(ctx: UserCtx, { family, same }: Named, reminder: Reminder): Promise<Reminder> {
  const { root: vehicle_id } = family
  const { opened_at, ...fields } = reminder
  await removeRows(ctx, same)
  await ctx.db
    .insertInto('reminder')
    .values({
      ...fields,
      shop_id: ctx.actor.shop,
      vehicle_id,
      title_key: titleKeyOf(reminder),
      opened_at: opened_at === null ? null : new Date(opened_at),
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .execute()
  return reminder
}

async function removeRows({ db, actor }: UserCtx, rows: readonly ReminderRow[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .deleteFrom('reminder')
    .where('shop_id', '=', actor.shop)
    .where('id', 'in', idsOfRows(rows))
    .execute()
}

const idsOfRows = (rows: readonly ReminderRow[]): number[] => rows.map(({ id }) => id)

const FIELDS = ['due_day', 'due_km', 'registered_on', 'snoozed_until', 'reminder_state'] as const

const wordsOf = (reminder: Reminder | undefined) => ({
  due_day: reminder?.due_day ?? null,
  due_km: reminder?.due_km ?? null,
  registered_on: reminder?.registered_on ?? null,
  snoozed_until: reminder?.snoozed_until ?? null,
  reminder_state: reminder === undefined ? null : REMINDER_STATE_WORDS[reminder.state],
})

const nameOf = ({ cause, title }: Pick<Reminder, 'cause' | 'title'>): string =>
  cause === 'other' ? title : CAUSE_WORDS[cause]

async function log(
  ctx: UserCtx,
  { root, title }: Family,
  [before, after]: readonly [Reminder | undefined, Reminder | undefined],
): Promise<void> {
  const other = after ?? before
  if (other === undefined) return
  const fields = fieldChanges(FIELDS, wordsOf(before), wordsOf(after))
  await recordChange(ctx, {
    noun: 'vehicle',
    id: root,
    verb: 'remind',
    title,
    detail: { fields, other: nameOf(other) },
    vehicle_id: root,
  })
}

/** Removes a reminder for good. Throws NOT_FOUND, FORBIDDEN, CONFLICT, and INVALID for a refused one. */
export function removeReminder(ctx: UserCtx, input: ReminderRemovalInput): Promise<{ vehicle_id: number }> {
  requireRight(ctx, 'quotes')
  return inTransaction(ctx, async (trx) => {
    const { family, same, stored } = await lockNamed(trx, input)
    if (stored === undefined) throw new AppError('NOT_FOUND', reminderMessages.notFound)
    if (stored.state === 'refused') throw new AppError('INVALID', reminderMessages.refused)
    if (stored.version !== input.version) throw new AppError('CONFLICT', reminderMessages.conflict)
    await removeRows(trx, same)
    await log(trx, family, [stored, undefined])
    return { vehicle_id: family.root }
  })
}

/**
 * Notes that WhatsApp was opened with a reminder's message, of which nothing tells whether it was sent. Throws NOT_FOUND,
 * FORBIDDEN, and INVALID for a refused one.
 */
export function noteOpened(ctx: UserCtx, input: ReminderNameInput): Promise<StoredReminder> {
  requireRight(ctx, 'quotes')
  return inTransaction(ctx, async (trx) => {
    const named = await lockNamed(trx, input)
    const stored = named.stored ?? (input.cause === 'warranty' ? WARRANTY : undefined)
    if (stored === undefined) throw new AppError('NOT_FOUND', reminderMessages.notFound)
    if (stored.state === 'refused') throw new AppError('INVALID', reminderMessages.refused)
    const { root, title } = named.family
    await recordChange(trx, {
      noun: 'vehicle',
      id: root,
      verb: 'notify',
      title,
      detail: { other: nameOf(stored) },
      vehicle_id: root,
    })
    const opened = { ...stored, opened_at: ctx.now.toISOString() }
    if (named.stored === undefined) return store(trx, named, { ...opened, version: 1 })
    // The version stays, so that the page's next tap needs no new list.
    await updateOwn(trx, 'reminder')
      .set({ opened_at: ctx.now, updated_at: ctx.now })
      .where('id', 'in', idsOfRows(named.same))
      .execute()
    return opened
  })
}

/** Stores that the customer sold the car, or takes it back. A later visit makes it void. Throws NOT_FOUND, FORBIDDEN. */
export function setSold(ctx: UserCtx, { vehicle_id, is_sold }: SoldInput): Promise<{ vehicle_id: number }> {
  requireRight(ctx, 'quotes')
  return inTransaction(ctx, async (trx) => {
    const { root, ids, title } = await lockFamily(trx, vehicle_id)
    const sold = await ownRows(trx, 'vehicle')
      .where('id', 'in', [...ids])
      .where('sold_on', 'is not', null)
      .orderBy('sold_on', 'desc')
      .select('sold_on')
      .executeTakeFirst()
    const before = { sold_on: sold?.sold_on ?? null }
    const after = { sold_on: is_sold ? todayInIstanbul(ctx.now) : null }
    const fields = fieldChanges(['sold_on'], before, after)
    if (fields.length > 0) {
      await updateOwn(trx, 'vehicle')
        .set(after)
        .where('id', 'in', is_sold ? [root] : [...ids])
        .execute()
      await recordChange(trx, {
        noun: 'vehicle',
        id: root,
        verb: 'sell',
        title,
        detail: { fields },
        vehicle_id: root,
      })
    }
    return { vehicle_id: root }
  })
}
