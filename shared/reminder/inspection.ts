import { addMonths } from '#shared/intake/warranty.ts'
import type { Day } from '#shared/day.ts'

/** The kinds of vehicles that the by-law on inspections tells apart (Araç Muayene Yönetmeliği, art. 14). */
export const INSPECTION_KINDS = ['private', 'motorcycle', 'tractor', 'commercial'] as const
export type InspectionKind = (typeof INSPECTION_KINDS)[number]

export const INSPECTION_KIND_WORDS: Readonly<Record<InspectionKind, string>> = {
  private: 'Hususi, resmî otomobil',
  motorcycle: 'Motosiklet',
  tractor: 'Traktör',
  commercial: 'Ticari, kamyonet, diğer',
}

/** The years until the first inspection, and between the later ones. */
const YEARS: Readonly<Record<InspectionKind, { first: number; next: number }>> = {
  private: { first: 3, next: 2 },
  motorcycle: { first: 3, next: 2 },
  tractor: { first: 3, next: 3 },
  commercial: { first: 1, next: 1 },
}

/** Returns the first inspection on or after `today` of a vehicle that was always inspected on its day. */
export function nextInspection(kind: InspectionKind, registered: Day, today: Day): Day {
  const { first, next } = YEARS[kind]
  for (let years = first; ; years += next) {
    const day = addMonths(registered, 12 * years)
    if (day >= today || day >= '2199') return day
  }
}

/** Returns the day of the inspection that follows one on `day`. */
export const inspectionAfter = (kind: InspectionKind, day: Day): Day => addMonths(day, 12 * YEARS[kind].next)
