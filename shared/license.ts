import { type Day, daysBetween } from './date.ts'
import { messages } from './messages.ts'

/** The start of the used share of every licence, whenever it was bought (specification §9). */
const LICENSE_START: Day = '2025-01-01'

export type LicenseState = {
  tone: 'success' | 'warning' | 'danger' | 'neutral'
  message: string
  /** Whole days left; 0 on the end date and after it, `null` without an end date. */
  daysLeft: number | null
  /** Whole percent from 0 to 100; `null` without an end date. */
  percentUsed: number | null
}

/** Returns the state that the licence cards show (specification §4, licence state; decisions §5 for "no end date"). */
export function licenseState({ endDate, today }: { endDate: Day | null; today: Day }): LicenseState {
  if (endDate === null) {
    return { tone: 'neutral', message: messages.licenseNone, daysLeft: null, percentUsed: null }
  }
  const left = daysBetween(today, endDate)
  return {
    ...toneOf(left),
    daysLeft: Math.max(0, left),
    percentUsed: percentUsed(daysBetween(LICENSE_START, endDate), left),
  }
}

function toneOf(daysLeft: number): Pick<LicenseState, 'tone' | 'message'> {
  if (daysLeft < 0) return { tone: 'danger', message: messages.licenseExpired }
  if (daysLeft <= 7) return { tone: 'danger', message: messages.licenseLastWeek }
  if (daysLeft <= 30) return { tone: 'warning', message: messages.licenseLastMonth }
  return { tone: 'success', message: messages.licenseActive }
}

/** A licence that ends on or before the fixed start has no length and counts as fully used. */
function percentUsed(length: number, left: number): number {
  if (length <= 0) return 100
  return Math.min(100, Math.max(0, Math.round(((length - left) / length) * 100)))
}
