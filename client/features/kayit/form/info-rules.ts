import type { Problem } from '#client/forms/problems.ts'
import { isolated } from '#shared/bidi.ts'
import { customerKeys } from '#shared/customer/rules.ts'
import { type Day, isDay } from '#shared/date.ts'
import { isCompleted } from '#shared/kayit/rules.ts'
import { messages } from '#shared/messages.ts'
import { isModernVin, isTurkishPlate } from '#shared/vehicle.ts'
import { dialledNumber } from '#shared/phone.ts'

import {
  FOLDED_FIELDS,
  INFO_RULES,
  type InfoName,
  type InfoValues,
  KAYIT_RULES,
  type KayitValues,
} from './values.ts'

type Check = (value: string) => boolean

/** Warnings about unusual values in the fields that identify a car or customer. None of them prevents a save. */
const UNUSUAL: Partial<Record<InfoName, { isUsual: Check; message: string }>> = {
  plaka: { isUsual: isTurkishPlate, message: messages.plateUnusual },
  musteri_tel: {
    isUsual: (text) => dialledNumber(text) !== null,
    message: messages.phoneUnusual,
  },
  sasi_no: { isUsual: isModernVin, message: messages.vinUnusual },
  tc_vergino: {
    isUsual: (text) => customerKeys({ name: '', phone: '', tax_no: text }).tax_key !== '',
    message: messages.taxNumberUnusual,
  },
}

/** Returns the warning about a value; '' for a usual or an empty one. */
export function warningOf(name: InfoName, value: string): string {
  const rule = UNUSUAL[name]
  return rule === undefined || value.trim() === '' || rule.isUsual(value) ? '' : rule.message
}

/**
 * Returns whether 'Diğer bilgiler' has a field to correct: one of its own, or the chassis number instead of a plate.
 */
export const hasFoldedProblem = (problems: readonly Problem<KayitValues>[]): boolean =>
  problems.some(
    ({ names, message }) =>
      message === messages.plateOrChassisRequired ||
      names.some((name) => FOLDED_FIELDS.some((folded) => folded === name)),
  )

/** Returns whether one of the record's own fields has a problem. */
export const hasInfoProblem = (problems: readonly Problem<KayitValues>[]): boolean =>
  problems.some(({ names }) => names.some((name) => name in INFO_RULES))

/** The notes come first, because they are written to be seen. */
const NOTES: readonly InfoName[] = ['private_note', 'aciklama']
const SUMMARY_FIELDS = [...NOTES, ...FOLDED_FIELDS.filter((name) => !NOTES.includes(name))]
const SUMMARY_LENGTH = 40

/** Returns the filled fields of 'Diğer bilgiler' in one line: 'Model Yılı 2014 · Motor No K9K08014'. */
export function foldedSummary(values: InfoValues): string {
  const filledFields = SUMMARY_FIELDS.filter((name) => values[name].trim() !== '')
  return filledFields
    .map((name) => `${KAYIT_RULES[name].label} ${isolated(shorten(formatValue(name, values[name])))}`)
    .join(' · ')
}

const formatValue = (name: InfoName, value: string) => KAYIT_RULES[name].show?.(value) ?? value

function shorten(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length > SUMMARY_LENGTH ? `${line.slice(0, SUMMARY_LENGTH).trimEnd()}…` : line
}

/**
 * Returns the warning when the exit date is before the entry date; '' otherwise, or when a date is missing or invalid.
 */
export const exitWarning = (entry: string, exit: string): string =>
  isDay(entry) && isDay(exit) && exit < entry ? messages.exitBeforeEntry : ''

interface ExitDay {
  /** Exit date in the field. */
  day: string
  /** Date that the form filled in and the user has not changed since; '' for none. */
  filledIn: string
  today: Day
  /** Whether the job ends today although the status is not a completed one. */
  isCancelled?: boolean
}

/**
 * Returns the exit date for a chosen status (decisions: status): a finished or cancelled job ended today unless the
 * user typed another date, and a job that is unfinished again loses the date that the form filled in.
 */
export function exitDayFor(durum: string, { day, filledIn, today, isCancelled = false }: ExitDay): string {
  if (isCancelled || isCompleted({ durum })) return day === '' ? today : day
  return filledIn !== '' && day === filledIn ? '' : day
}
