import { nameOfDays } from '#shared/stats/period-name.ts'
import { changeInPercent } from '#client/lib/percent-change.ts'
import { type Day, daysOfMonth, monthOf } from '#shared/date.ts'
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

/** Figures of today and of the month on the first screen. */
interface MonthView {
  today: { gelir: Kurus; gider: Kurus; kayit: number }
  gelir: Kurus
  gider: Kurus
  compared: ComparedIncome | null
  lines: IncomeLines
}

/** Incomes in kuruş, added up from the first day of a month: of this month until today, and of the whole one before. */
export interface IncomeLines {
  current: Kurus[]
  previous: Kurus[]
  /** The number of days of the longer month. */
  days: number
}

/**
 * Returns the figures of a month. Throws TypeError for a malformed response (specification §8: an invalid reply is a
 * failure).
 */
export function monthView(stats: ComparedStats, today: Day): MonthView {
  const [gelir, gider] = [stats.son_ay_gelir_kurus, stats.son_ay_gider_kurus]
  if (!Number.isSafeInteger(gelir - gider)) throw new TypeError(`no amounts: ${gelir}, ${gider}`)
  const at = <D extends { label: Day }>(days: readonly D[]) => days.find(({ label }) => label === today)
  return {
    today: {
      gelir: at(stats.gunluk_gelir)?.tutar_kurus ?? 0,
      gider: at(stats.gunluk_gider)?.tutar_kurus ?? 0,
      kayit: at(stats.gunluk_kayit_sayisi)?.adet ?? 0,
    },
    gelir,
    gider,
    compared: comparedIncome(stats),
    lines: incomeLines(stats, today),
  }
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

/** Returns the lines of this month and of the one before; without a comparison the second one is empty. */
export function incomeLines(
  { gunluk_gelir, comparison }: Pick<ComparedStats, 'gunluk_gelir' | 'comparison'>,
  today: Day,
): IncomeLines {
  const current = addedUp(gunluk_gelir.filter(({ label }) => label <= today))
  if (comparison === null) return { current, previous: [], days: gunluk_gelir.length }
  const { year, month } = monthOf(comparison.previous.from)
  const earned = new Map(comparison.previous_gelir.map(({ label, tutar_kurus }) => [label, tutar_kurus]))
  const days = daysOfMonth(year, month).map((label) => ({ tutar_kurus: earned.get(label) ?? 0 }))
  return { current, previous: addedUp(days), days: Math.max(gunluk_gelir.length, days.length) }
}

function addedUp(days: readonly Pick<DayAmount, 'tutar_kurus'>[]): Kurus[] {
  let sum = 0
  return days.map(({ tutar_kurus }) => (sum += tutar_kurus))
}
