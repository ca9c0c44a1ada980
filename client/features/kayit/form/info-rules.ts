import { type Day, isDay } from '#shared/date.ts'
import { messages } from '#shared/messages.ts'
import { DURUM_TAMAM } from '#shared/options.ts'
import { formatPhone, isModernVin, isTurkishPlate, isVergiNo, isTcKimlikNo } from '#shared/vehicle.ts'

import type { InfoName } from './values.ts'

type Check = (value: string) => boolean

/** Warnings about unusual values. None of them prevents a save. */
const UNUSUAL: Partial<Record<InfoName, { isUsual: Check; message: string }>> = {
  plaka: { isUsual: isTurkishPlate, message: messages.plateUnusual },
  musteri_tel: {
    isUsual: (text) => /^(?:0 \(\d{3}\) \d{3} \d\d \d\d|444 \d\d \d\d)$/.test(formatPhone(text)),
    message: messages.phoneUnusual,
  },
  sasi_no: { isUsual: isModernVin, message: messages.vinUnusual },
  tc_vergino: {
    isUsual: (text) => isTcKimlikNo(text.trim()) || isVergiNo(text.trim()),
    message: messages.taxNumberUnusual,
  },
}

/** The warning about a value; '' for a usual or an empty one. */
export function warningOf(name: InfoName, value: string): string {
  const rule = UNUSUAL[name]
  return rule === undefined || value.trim() === '' || rule.isUsual(value) ? '' : rule.message
}

/** The warning when the exit date is before the entry date; '' otherwise, or when a date is missing or invalid. */
export const exitWarning = (entry: string, exit: string): string =>
  isDay(entry) && isDay(exit) && exit < entry ? messages.exitBeforeEntry : ''

interface ExitDay {
  /** The exit date in the field. */
  day: string
  /** The date that the form filled in and the user has not changed since; '' for none. */
  filled: string
  today: Day
}

/**
 * The exit date for a chosen status (decisions: status): a finished job was finished today unless the user typed
 * another date, and a job that is unfinished again loses the date that the form filled in.
 */
export function exitDayFor(durum: string, { day, filled, today }: ExitDay): string {
  if (durum === DURUM_TAMAM) return day === '' ? today : day
  return filled !== '' && day === filled ? '' : day
}
