import * as z from 'zod/mini'

import { dayField, idField, textField, versionField, wholeNumberField } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { isBlank } from '#shared/text.ts'
import { count, day, resultSchema, rowId } from '#shared/values.ts'

import { CAUSES, MAX_DUE_KM, MAX_REMINDER_TITLE, REMINDER_STATES } from './causes.ts'
import { INSPECTION_KINDS } from './inspection.ts'
import { reminderMessages } from './messages.ts'

const cause = z.enum(CAUSES, messages.invalidInput)

/** A car's reminder by its cause, and an 'other' one by its title as well. */
const named = {
  vehicle_id: idField,
  cause,
  title: z._default(textField('Hatırlatma', MAX_REMINDER_TITLE), ''),
}
const hasTitle = z.refine<{ cause: string; title: string }>(
  (one) => (one.cause === 'other') !== isBlank(one.title),
  { path: ['title'], error: reminderMessages.titleRequired },
)

export const reminderNameInput = z.object(named, messages.invalidInput).check(hasTitle)
export type ReminderNameInput = z.output<typeof reminderNameInput>

export const reminderRemovalInput = z.object({ ...named, version: versionField }, messages.invalidInput)
export type ReminderRemovalInput = z.output<typeof reminderRemovalInput>

/**
 * A whole reminder to store; without `version` a new one. A refused reminder is opened again only by `reopens`, because
 * the refusal is the customer's.
 */
export const reminderInput = z
  .object(
    {
      ...named,
      due_day: z._default(dayField, null),
      due_km: z._default(wholeNumberField({ min: 1, max: MAX_DUE_KM }, reminderMessages.kmInvalid), null),
      car_kind: z._default(z.nullable(z.enum(INSPECTION_KINDS, messages.invalidInput)), null),
      registered_on: z._default(dayField, null),
      state: z._default(z.enum(REMINDER_STATES, messages.invalidInput), 'open'),
      snoozed_until: z._default(dayField, null),
      reopens: z._default(z.boolean(messages.invalidInput), false),
      version: z.optional(versionField),
    },
    messages.invalidInput,
  )
  .check(
    hasTitle,
    z.refine((one) => one.cause === 'warranty' || one.due_day !== null || one.due_km !== null, {
      path: ['due_day'],
      error: reminderMessages.dueRequired,
    }),
  )
export type ReminderInput = z.output<typeof reminderInput>

export const soldInput = z.object(
  { vehicle_id: idField, is_sold: z.boolean(messages.invalidInput) },
  messages.invalidInput,
)
export type SoldInput = z.output<typeof soldInput>

const reminderFields = () => ({
  cause: z.enum(CAUSES),
  title: z.string(),
  due_day: z.nullable(day),
  due_km: z.nullable(count),
  car_kind: z.nullable(z.enum(INSPECTION_KINDS)),
  registered_on: z.nullable(day),
  state: z.enum(REMINDER_STATES),
  snoozed_until: z.nullable(day),
  opened_at: z.nullable(z.iso.datetime()),
  /** 0 for a warranty of which nothing is stored. */
  version: count,
})

export const storedReminder = /* @__PURE__ */ resultSchema(reminderFields)
export type StoredReminder = z.output<typeof storedReminder>

/** When a reminder is due; `day` is `null` where its kilometres cannot be projected. */
const dueFields = () => ({
  ...reminderFields(),
  day: z.nullable(day),
  is_by_km: z.boolean(),
  /** The work that a warranty covers; '' for any other cause. */
  work: z.string(),
})

/** The car's last known kilometres, and how many it drives a day. */
const drivenFields = () => ({
  km: z.nullable(count),
  km_day: z.nullable(day),
  km_per_day: z.nullable(z.number()),
})

export const carReminders = /* @__PURE__ */ resultSchema(() => ({
  reminders: z.array(z.strictObject(dueFields())),
  ...drivenFields(),
  /** The kind by the newest intake; `null` where no form told it. */
  car_kind: z.nullable(z.enum(INSPECTION_KINDS)),
  /** The day on which the shop learned of the sale, unless the car has come since. */
  sold_on: z.nullable(day),
}))
export type CarReminders = z.output<typeof carReminders>
export type CarReminder = CarReminders['reminders'][number]

/** A due reminder with its car, and the customer of the car's last visit. */
export const dueReminder = /* @__PURE__ */ resultSchema(() => ({
  ...dueFields(),
  day,
  /** The day on which it is shown: a snooze moves it. */
  shown_on: day,
  ...drivenFields(),
  vehicle_id: rowId,
  plate: z.string(),
  car: z.string(),
  customer: z.string(),
  phone: z.string(),
}))
export type DueReminder = z.output<typeof dueReminder>

export const reminderList = /* @__PURE__ */ resultSchema(() => ({
  /** In the order in which they are shown; the past first. */
  reminders: z.array(dueReminder),
  /** The shop's name and its text of the message, '' for the usual one. */
  company: z.string(),
  text: z.string(),
}))
export type ReminderList = z.output<typeof reminderList>
