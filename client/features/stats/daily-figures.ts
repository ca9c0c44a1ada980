import type { Day } from '#shared/date.ts'
import type { Kurus } from '#shared/money.ts'
import type { Stats } from '#shared/stats/schema.ts'

/** Income, expense, and the profit or the loss. */
export interface IncomeResult {
  gelir: Kurus
  gider: Kurus
  /** Income minus expense if that is above 0, otherwise 0. */
  kar: Kurus
  /** Expense minus income if that is above 0, otherwise 0. */
  zarar: Kurus
}

/** Returns the profit or the loss of an income and an expense. */
export const incomeResult = (gelir: Kurus, gider: Kurus): IncomeResult => ({
  gelir,
  gider,
  kar: Math.max(0, gelir - gider),
  zarar: Math.max(0, gider - gelir),
})

/** Figures of one day. */
export interface DayFigures extends IncomeResult {
  label: Day
  kayit_sayisi: number
  gelir_sayisi: number
  gider_sayisi: number
}

type DailySeries = Pick<
  Stats,
  'gunluk_kayit_sayisi' | 'gunluk_gelir' | 'gunluk_gider' | 'gunluk_gelir_sayisi' | 'gunluk_gider_sayisi'
>

/** Returns the five daily series of a response as one row per day, joined by date and not by position. */
export function dailyFigures(stats: DailySeries): DayFigures[] {
  const gelirler = amounts(stats.gunluk_gelir)
  const giderler = amounts(stats.gunluk_gider)
  const gelirCounts = counts(stats.gunluk_gelir_sayisi)
  const giderCounts = counts(stats.gunluk_gider_sayisi)
  return stats.gunluk_kayit_sayisi.map(({ label, adet }) => {
    return {
      label,
      kayit_sayisi: adet,
      ...incomeResult(gelirler.get(label) ?? 0, giderler.get(label) ?? 0),
      gelir_sayisi: gelirCounts.get(label) ?? 0,
      gider_sayisi: giderCounts.get(label) ?? 0,
    }
  })
}

const amounts = (series: Stats['gunluk_gelir']) =>
  new Map(series.map(({ label, tutar_kurus }) => [label, tutar_kurus]))

const counts = (series: Stats['gunluk_kayit_sayisi']) =>
  new Map(series.map(({ label, adet }) => [label, adet]))

const hasFigures = ({ kayit_sayisi, gelir, gider }: DayFigures) => kayit_sayisi > 0 || gelir > 0 || gider > 0

/**
 * Returns the number of days in a line: it ends with `today`, because later days are unknown, unless there are entries
 * for later days already.
 */
export function daysToDraw(days: readonly DayFigures[], today: Day): number {
  return days.findLastIndex((day) => day.label <= today || hasFigures(day)) + 1
}

/** Returns the values of a line, `null` after its end. */
export function lineValues(
  days: readonly DayFigures[],
  key: 'kayit_sayisi' | 'gelir' | 'gider',
  drawnCount: number,
): (number | null)[] {
  return days.map((day, index) => (index < drawnCount ? day[key] : null))
}

/** Returns the days with the largest figure; none when all are 0. */
export function peakDays(days: readonly DayFigures[], key: 'kayit_sayisi' | 'gelir'): DayFigures[] {
  const peak = Math.max(0, ...days.map((day) => day[key]))
  return peak === 0 ? [] : days.filter((day) => day[key] === peak)
}

/** Returns the sum of one figure over the month. */
export const totalOf = (days: readonly DayFigures[], key: Exclude<keyof DayFigures, 'label'>): number =>
  days.reduce((sum, day) => sum + day[key], 0)

/** Returns whether there is neither income nor expense. */
export const hasNoMoney = (points: readonly { gelir: number; gider: number }[]): boolean =>
  points.every(({ gelir, gider }) => gelir === 0 && gider === 0)
