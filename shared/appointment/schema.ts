import * as z from 'zod/mini'

import { addDays } from '#shared/date.ts'
import { dayField } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { count, day, resultSchema, rowId } from '#shared/values.ts'

import { appointmentMessages } from './messages.ts'
import {
  APPOINTMENT_STATES,
  DAY_MINUTES,
  MAX_CAPACITY,
  MAX_LISTED_DAYS,
  MAX_MINUTES,
  MIN_MINUTES,
} from './rules.ts'

const requiredDay = z.pipe(dayField, z.string(appointmentMessages.dayRequired))

const whole = (min: number, max: number, message: string) =>
  z.int(message).check(z.gte(min, message), z.lte(max, message))

/** The day and time of an appointment to save. */
export const appointmentField = z.strictObject(
  {
    day: requiredDay,
    start: whole(0, DAY_MINUTES - 1, appointmentMessages.timeRequired),
    minutes: whole(MIN_MINUTES, MAX_MINUTES, appointmentMessages.minutesInvalid),
    state: z._default(z.enum(APPOINTMENT_STATES, messages.invalidInput), 'awaited'),
  },
  messages.invalidInput,
)

/** A stored appointment. */
export const appointment = /* @__PURE__ */ resultSchema(() => ({
  day,
  start: count,
  minutes: count,
  state: z.enum(APPOINTMENT_STATES),
}))

/** The days whose appointments are listed, `from` and `to` included. */
export const appointmentListInput = z
  .object({ from: requiredDay, to: requiredDay }, messages.invalidInput)
  .check(
    z.refine(({ from, to }) => to < addDays(from, MAX_LISTED_DAYS), {
      path: ['to'],
      error: appointmentMessages.periodTooLong,
    }),
  )
export type AppointmentListInput = z.output<typeof appointmentListInput>

const span = z
  .strictObject(
    {
      from: whole(0, DAY_MINUTES, appointmentMessages.hoursInvalid),
      until: whole(0, DAY_MINUTES, appointmentMessages.hoursInvalid),
    },
    messages.invalidInput,
  )
  .check(z.refine(({ from, until }) => from < until, appointmentMessages.hoursInvalid))

/** The shop's opening hours from Monday to Sunday and its capacity of a day, of which `null` is no limit. */
export const workingHoursInput = z.object(
  {
    hours: z.array(z.nullable(span), messages.invalidInput).check(z.length(7, messages.invalidInput)),
    capacity: z.nullable(whole(1, MAX_CAPACITY, appointmentMessages.capacityInvalid)),
  },
  messages.invalidInput,
)
export type WorkingHoursInput = z.output<typeof workingHoursInput>

export const workingHours = /* @__PURE__ */ resultSchema(() => ({
  hours: z.array(z.nullable(z.strictObject({ from: count, until: count }))),
  capacity: z.nullable(count),
}))
export type WorkingHours = z.output<typeof workingHours>

/** An appointment in the calendar; 'came' is a visit that came by it. */
export const listedAppointment = /* @__PURE__ */ resultSchema(() => ({
  kayit_id: rowId,
  version: z.int(),
  state: z.enum([...APPOINTMENT_STATES, 'came']),
  day,
  start: count,
  minutes: count,
  plate: z.string(),
  customer: z.string(),
  phone: z.string(),
  car: z.string(),
  /** The customer's request, else the first work item. */
  work: z.string(),
}))
export type ListedAppointment = z.output<typeof listedAppointment>

export const appointmentList = /* @__PURE__ */ resultSchema(() => ({
  /** In the order of their days and times. */
  appointments: z.array(listedAppointment),
  hours: z.array(z.nullable(z.strictObject({ from: count, until: count }))),
  capacity: z.nullable(count),
  /** The shop's texts of messages, '' for the usual ones. */
  texts: z.strictObject({ appointment: z.string(), day_before: z.string() }),
}))
export type AppointmentList = z.output<typeof appointmentList>
export type AppointmentTexts = AppointmentList['texts']
