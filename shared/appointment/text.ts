import { type Day, daysBetween } from '#shared/date.ts'
import { messageText } from '#shared/message/texts.ts'

import type { AppointmentTexts, ListedAppointment } from './schema.ts'
import { appointmentWords } from './words.ts'

type Addressee = Pick<ListedAppointment, 'plate' | 'customer' | 'day' | 'start'>
type Sender = { company: string; texts: AppointmentTexts; today: Day }

/** Returns the shop's message that confirms an appointment, and reminds of one that is today or tomorrow. */
export function appointmentText(one: Addressee, { company, texts, today }: Sender): string {
  const kind = isSoon(one.day, today) ? 'day_before' : 'appointment'
  const values = { ad: one.customer, plaka: one.plate, zaman: appointmentWords(one), firma: company }
  return messageText(kind, texts[kind], values)
}

/** Returns whether a day is today or tomorrow. */
export const isSoon = (day: Day, today: Day): boolean => [0, 1].includes(daysBetween(today, day))
