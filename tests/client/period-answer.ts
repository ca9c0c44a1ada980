import type { DayRange } from '#shared/date.ts'
import { pointsOf, previousPeriod, previousPointsOf } from '#shared/stats/period.ts'
import type { PeriodPoint, PeriodStats, PeriodTotals } from '#shared/stats/schema.ts'

/** Returns the figures of some days, zero except the given ones. */
export const totalsOf = (days: DayRange, some: Partial<PeriodTotals> = {}): PeriodTotals => ({
  ...days,
  kayit_sayisi: 0,
  tamamlanan_sayisi: 0,
  gelirli_kayit_sayisi: 0,
  gelir_kurus: 0,
  gider_kurus: 0,
  ...some,
})

type Some = { points?: Record<number, Partial<PeriodPoint>>; previous?: Record<number, Partial<PeriodPoint>> }

/** Returns the response for some days: zero except the points at the given indexes, compared with the period before. */
export function periodAnswer(days: DayRange, { points = {}, previous = {} }: Some = {}): PeriodStats {
  const filled = (ranges: DayRange[], some: Record<number, Partial<PeriodPoint>>) =>
    ranges.map((range, index) => {
      const { kayit_sayisi = 0, gelir_kurus = 0, gider_kurus = 0 } = some[index] ?? {}
      return { ...range, kayit_sayisi, gelir_kurus, gider_kurus }
    })
  const current = filled(pointsOf(days), points)
  const sum = (key: 'kayit_sayisi' | 'gelir_kurus' | 'gider_kurus') =>
    current.reduce((total, point) => total + point[key], 0)
  const totals = totalsOf(days, {
    kayit_sayisi: sum('kayit_sayisi'),
    gelir_kurus: sum('gelir_kurus'),
    gider_kurus: sum('gider_kurus'),
  })
  return {
    totals,
    comparison: { current: totals, previous: totalsOf(previousPeriod(days) ?? days) },
    points: current,
    previous_points: filled(previousPointsOf(days), previous),
    income_by_operation: { top: [], rest: null },
    spellings: {},
    income_by_make: { top: [], rest: null },
    open_work: { kayit_sayisi: 0, en_eski: null, toplam_kurus: 0 },
  }
}
