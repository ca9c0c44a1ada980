import { type Day, MONTH_NAMES } from '#shared/date.ts'

type Period = { month?: number | null | undefined; year?: number | null | undefined }

/** A filter in words: 'Kasım 2026', '2026', '' without one. A month alone is of the current year. */
export function periodWords({ month, year }: Period, today: Day): string {
  if (month == null) return year == null ? '' : String(year)
  return `${MONTH_NAMES[month - 1] ?? ''} ${year ?? today.slice(0, 4)}`
}

/** The same in a file's name: '2026-11', '2026'; without a period the day of the export. */
export function periodName({ month, year }: Period, today: Day): string {
  if (month == null) return year == null ? today : String(year)
  return `${year ?? today.slice(0, 4)}-${String(month).padStart(2, '0')}`
}
