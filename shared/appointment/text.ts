import { isolated } from '#shared/bidi.ts'
import type { Day } from '#shared/date.ts'

import { appointmentWords } from './words.ts'

type Message = { company: string; plate: string; day: Day; start: number; today: Day }

/** Returns the message that confirms an appointment, and reminds of one that is today or tomorrow. */
export function appointmentText({ company, plate, day, start, today }: Message): string {
  const from = company === '' ? '' : `${isolated(company)}: `
  const car = plate === '' ? 'Aracınız' : `${isolated(plate)} plakalı aracınız`
  const when = appointmentWords({ day, start })
  return isSoon(day, today)
    ? `${from}${car} için randevunuzu hatırlatırız: ${when}. Gelemeyecekseniz lütfen haber verin.`
    : `${from}${car} için randevunuz ${when} olarak ayarlandı. Gelemeyecekseniz lütfen haber verin.`
}

/** Returns whether a day is today or tomorrow. */
export const isSoon = (day: Day, today: Day): boolean => {
  const left = Date.parse(day) - Date.parse(today)
  return left >= 0 && left <= 86_400_000
}
