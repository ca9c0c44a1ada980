import { type Day, daysInMonth } from '#shared/day.ts'

/** A change of licence ends: one date for all, or a month or a year added to each licence's own end. */
export type LicenseStep = { to: Day } | { by: 'month' | 'year' }

/**
 * Returns the new end of a licence. A month or a year later is the same day of that month, or its last one (31.01. →
 * 28.02.). Returns `null` for a step from an end that does not exist.
 */
export function newEnd(end: Day | null, step: LicenseStep): Day | null {
  if ('to' in step) return step.to
  if (end === null) return null
  const [year, month, day] = [Number(end.slice(0, 4)), Number(end.slice(5, 7)), Number(end.slice(8))]
  const months = year * 12 + (month - 1) + (step.by === 'month' ? 1 : 12)
  const [toYear, toMonth] = [Math.floor(months / 12), (months % 12) + 1]
  const two = (number: number) => String(number).padStart(2, '0')
  return `${toYear}-${two(toMonth)}-${two(Math.min(day, daysInMonth(toYear, toMonth)))}`
}
