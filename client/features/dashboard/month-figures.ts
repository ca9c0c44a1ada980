import { nameOfDays } from '#shared/stats/period-name.ts'
import { changeInPercent } from '#client/lib/percent-change.ts'
import type { Day } from '#shared/date.ts'
import type { Kurus } from '#shared/money.ts'
import type { ComparedStats, DayAmount } from '#shared/stats/schema.ts'

interface ComparedIncome {
  /** '1–20 Kasım' */
  days: string
  current: Kurus
  previous: Kurus
  /** '%17 fazla', '%8 az', 'fark yok'; '' where there is no percentage. */
  words: string
  isMore: boolean
}

/** Returns the income of the days that both this month and the last one have; `null` without a comparison. */
export function comparedIncome({ comparison }: Pick<ComparedStats, 'comparison'>): ComparedIncome | null {
  if (comparison === null) return null
  const { current, previous } = comparison
  return {
    days: nameOfDays(current),
    current: current.gelir_kurus,
    previous: previous.gelir_kurus,
    words: changeInPercent(current.gelir_kurus, previous.gelir_kurus),
    isMore: current.gelir_kurus > previous.gelir_kurus,
  }
}

/** Figures of a month on the first screen. */
interface MonthView {
  gelir: Kurus
  gider: Kurus
  compared: ComparedIncome | null
  line: Kurus[]
}

/**
 * Returns the figures of a month. Throws TypeError for a malformed response (specification §8: an invalid reply is a
 * failure).
 */
export function monthView(stats: ComparedStats, today: Day): MonthView {
  const [gelir, gider] = [stats.son_ay_gelir_kurus, stats.son_ay_gider_kurus]
  if (!Number.isSafeInteger(gelir - gider)) throw new TypeError(`no amounts: ${gelir}, ${gider}`)
  return { gelir, gider, compared: comparedIncome(stats), line: incomeLine(stats.gunluk_gelir, today) }
}

/** Returns the profit or the loss with its name and colour; without income and expense there is neither. */
export function monthResult(month: Pick<MonthView, 'gelir' | 'gider'> | undefined): {
  label: string
  kurus: Kurus | undefined
  className?: string
} {
  if (month === undefined) return { label: 'Kâr / zarar', kurus: undefined }
  const { gelir, gider } = month
  if (gelir === 0 && gider === 0) return { label: 'Kâr / zarar', kurus: 0 }
  if (gelir < gider) return { label: 'Zarar', kurus: gider - gelir, className: 'text-destructive' }
  return { label: 'Kâr', kurus: gelir - gider, className: 'text-success' }
}

/** Returns the income added up from the first day of the month to today, in kuruş. */
export function incomeLine(days: readonly DayAmount[], today: Day): Kurus[] {
  let sum = 0
  return days.filter(({ label }) => label <= today).map(({ tutar_kurus }) => (sum += tutar_kurus))
}
