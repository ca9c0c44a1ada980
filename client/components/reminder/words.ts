import { formatCount } from '#client/lib/format.ts'
import type { Day } from '#shared/date.ts'
import { formatDay } from '#shared/date.ts'
import { messageText } from '#shared/message/texts.ts'
import { whatsAppChat } from '#shared/phone.ts'
import type { CarReminder, DueReminder, ReminderList } from '#shared/reminder/schema.ts'
import { dayDistance, reminderTitle, reminderWords } from '#shared/reminder/text.ts'

/** Returns the name of a reminder: '90.000 km bakımı', 'Fren balatası garantisi'. */
export const titleOf = (one: Pick<CarReminder, 'cause' | 'title' | 'work' | 'due_km'>): string =>
  reminderTitle({ ...one, title: one.work || one.title })

/** Returns when a reminder is due: 'yaklaşık 07.12.2026' where its kilometres tell the day. */
export const dueWords = ({ day, is_by_km }: Pick<CarReminder, 'day' | 'is_by_km'>): string =>
  is_by_km ? `yaklaşık ${formatDay(day)}` : formatDay(day)

/** Returns what explains the day: the car's kilometres, else how far the day is away. */
export function reasonWords({ is_by_km, km, km_per_day, day }: DueReminder, today: Day): string {
  if (!is_by_km || km === null) return dayDistance(day, today)
  return `${formatCount(km)} km${km_per_day === null ? '' : `, günde ${formatCount(km_per_day)}`}`
}

/** Returns the message of a reminder, by the shop's text or else the usual one. */
export const messageOf = (
  one: DueReminder,
  { company, text }: Pick<ReminderList, 'company' | 'text'>,
  today: Day,
): string =>
  messageText('car_reminder', text, {
    ad: one.customer,
    plaka: one.plate,
    konu: reminderWords({ ...one, title: one.work || one.title, isByKm: one.is_by_km, today }),
    firma: company,
  })

/** Returns the address that opens WhatsApp with the message; `null` for a number that has none. */
export const chatOf = (
  one: DueReminder,
  texts: Pick<ReminderList, 'company' | 'text'>,
  today: Day,
): string | null => whatsAppChat(one.phone, messageOf(one, texts, today))
