import { type Day, daysBetween, daysOfWholeMonth, firstOfMonth, monthOf, monthRange } from '#shared/date.ts'
import type { Kurus } from '#shared/money.ts'

import type { ExpenseMethod } from './rules.ts'
import type { VatRate } from './vat.ts'

/** The most expenses of a shop that repeat at the same time. */
export const MAX_REPETITIONS = 100
/** Months that are proposed after their day: the running one and the eleven before it. */
const PROPOSED_MONTHS = 12
/** Days after its day within which an automatic expense is stored by itself; a month missed for longer is proposed. */
const AUTOMATIC_DAYS = 31

export const repetitionMessages = {
  cashIsAsked: 'Nakit gider kendiliğinden kaydedilmez; kasa sayımı şaşardı. “Sorulsun”u seçin.',
  tooMany: `En fazla ${MAX_REPETITIONS} gider tekrarlanabilir.`,
  notFound: 'Bu giderin tekrarı bitirilmiş.',
  monthDone: 'Bu ayın gideri zaten kaydedilmiş ya da atlanmış.',
  notDue: 'Bu ayın günü henüz gelmedi.',
  skipped: 'Bu ay atlandı.',
  skipFailed: 'Gider atlanamadı.',
  skipUndoFailed: 'Geri alınamadı.',
  ended: 'Tekrar bitirildi.',
  endFailed: 'Tekrar bitirilemedi.',
  resumed: 'Gider yeniden her ay tekrarlanıyor.',
  resumeFailed: 'Tekrar geri getirilemedi.',
} as const

/** How an expense repeats: it is proposed on its day, or stored by itself. */
export const REPEAT_CHOICES = ['none', 'proposed', 'automatic'] as const
export type RepeatChoice = (typeof REPEAT_CHOICES)[number]

/** The last day that every month has. */
export const LAST_DAY_OF_ALL_MONTHS = 28

/** The values that a repetition stores each month. */
export type RepeatedValues = {
  title: string
  amount_kurus: Kurus
  method: ExpenseMethod | null
  category: string
  vat_rate: VatRate | null
  note: string
}

/** The fields of `RepeatedValues`. */
export const REPEATED_FIELDS = [
  'title',
  'amount_kurus',
  'method',
  'category',
  'vat_rate',
  'note',
] as const satisfies (keyof RepeatedValues)[]

/** When a repetition is due: `day_of_month` is 1–31, `first_month` the first day of its first month. */
export type Rhythm = { day_of_month: number; first_month: Day; is_automatic: boolean }

/** A month (its first day) with the day on which its expense is due. */
export type DueMonth = { month: Day; day: Day }

/** Returns the day on which a month's expense is due; a day that the month lacks is its last one. */
export function dueDayIn(month: Day, dayOfMonth: number): Day {
  const { year, month: number } = monthOf(month)
  const last = daysOfWholeMonth(year, number).to
  const day = `${month.slice(0, 8)}${String(dayOfMonth).padStart(2, '0')}`
  return day < last ? day : last
}

/** Returns the first day of the following month. */
export function monthAfter(day: Day): Day {
  const { year, month } = monthOf(day)
  return monthRange(year, month).until
}

/** Returns the first of the months that are proposed today. */
export function firstProposedMonth(today: Day): Day {
  const { year, month } = monthOf(today)
  const index = year * 12 + month - PROPOSED_MONTHS
  return monthRange(Math.floor(index / 12), (index % 12) + 1).from
}

/** Returns the months of a repetition that are due and not done, the oldest first. `done` has months' first days. */
export function dueMonths(rhythm: Rhythm, done: ReadonlySet<Day>, today: Day): DueMonth[] {
  const oldest = firstProposedMonth(today)
  const due: DueMonth[] = []
  for (
    let month = rhythm.first_month > oldest ? rhythm.first_month : oldest;
    month <= firstOfMonth(today);
    month = monthAfter(month)
  ) {
    const day = dueDayIn(month, rhythm.day_of_month)
    if (day <= today && !done.has(month)) due.push({ month, day })
  }
  return due
}

/** Returns whether a due month is stored without a question. */
export const isStoredByItself = (
  { is_automatic }: Pick<Rhythm, 'is_automatic'>,
  { day }: Pick<DueMonth, 'day'>,
  today: Day,
): boolean => is_automatic && daysBetween(day, today) <= AUTOMATIC_DAYS

/**
 * Returns whether an expense of this method may be stored by itself. Cash may not: nobody would have taken it out of
 * the drawer yet, and the count would be wrong.
 */
export const canBeAutomatic = ({ method }: { method: ExpenseMethod | null | '' }): boolean =>
  method !== 'cash'

/** Returns whether an expense differs from what its repetition stores. An amount that is not typed yet does not. */
export const hasOtherValues = (
  expense: Omit<RepeatedValues, 'amount_kurus'> & { amount_kurus: Kurus | null },
  repeated: RepeatedValues,
): boolean =>
  expense.amount_kurus !== null && REPEATED_FIELDS.some((name) => expense[name] !== repeated[name])
