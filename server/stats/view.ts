import { type Day, type DayRange, daysOfMonth, daysOfWholeMonth, type Month } from '#shared/date.ts'
import { hasIncome, isCompleted, statusOf } from '#shared/kayit/rules.ts'
import type { Kurus } from '#shared/money.ts'
import type { DayAmount, PeriodFigures, PeriodPoint, PeriodTotals, Stats } from '#shared/stats/schema.ts'
import { orderTr } from '#shared/turkish.ts'

import { sumExactly } from './exact.ts'

type KayitGroup = { day: Day; durum: string; count: number; priced_count: number; toplam_kurus: Kurus }
type ExpenseGroup = { day: Day; count: number; spent_kurus: Kurus }

/** The records and expenses of a period in groups by day. */
export type PeriodGroups = { kayitlar: readonly KayitGroup[]; expenses: readonly ExpenseGroup[] }

/** Returns the figures of a month; the daily series have 0 for days without rows. */
export function monthStats(groups: PeriodGroups, { year, month }: Month) {
  const totals = periodTotals(groups, daysOfWholeMonth(year, month))
  const days = daysOfMonth(year, month).map((day) => periodTotals(groups, { from: day, to: day }))
  const spent = new Map(groups.expenses.map(({ day, count }) => [day, count]))
  return {
    durumlara_gore_kayit: byStatus(groups.kayitlar),
    son_ay_kayit_sayisi: totals.kayit_sayisi,
    son_ay_gelir_kurus: totals.gelir_kurus,
    son_ay_gider_kurus: totals.gider_kurus,
    gunluk_kayit_sayisi: days.map(({ from, kayit_sayisi }) => ({ label: from, adet: kayit_sayisi })),
    gunluk_gelir: days.map(({ from, gelir_kurus }) => ({ label: from, tutar_kurus: gelir_kurus })),
    gunluk_gelir_sayisi: days.map((day) => ({ label: day.from, adet: day.gelirli_kayit_sayisi })),
    gunluk_gider: days.map(({ from, gider_kurus }) => ({ label: from, tutar_kurus: gider_kurus })),
    gunluk_gider_sayisi: days.map(({ from }) => ({ label: from, adet: spent.get(from) ?? 0 })),
  } satisfies Partial<Stats>
}

/** Returns the figures of some days of a period, from its groups. */
export function periodTotals({ kayitlar, expenses }: PeriodGroups, { from, to }: DayRange): PeriodTotals {
  const isWithin = ({ day }: { day: Day }) => day >= from && day <= to
  const counted = kayitlar.filter(isWithin)
  const completed = counted.filter(isCompleted)
  const earning = counted.filter(hasIncome)
  return {
    from,
    to,
    kayit_sayisi: sumOf(counted, ({ count }) => count),
    tamamlanan_sayisi: sumOf(completed, ({ count }) => count),
    gelirli_kayit_sayisi: sumOf(earning, ({ priced_count }) => priced_count),
    gelir_kurus: sumOf(earning, ({ toplam_kurus }) => toplam_kurus),
    gider_kurus: sumOf(expenses.filter(isWithin), ({ spent_kurus }) => spent_kurus),
  }
}

export function periodFigures(groups: PeriodGroups, days: DayRange): PeriodFigures {
  const { gelirli_kayit_sayisi: _earning, ...figures } = periodTotals(groups, days)
  return figures
}

export const pointFigures = (groups: PeriodGroups, points: readonly DayRange[]): PeriodPoint[] =>
  points.map((days) => {
    const { kayit_sayisi, gelir_kurus, gider_kurus } = periodTotals(groups, days)
    return { ...days, kayit_sayisi, gelir_kurus, gider_kurus }
  })

/** Returns the days with income, in any order. */
export const dailyIncome = ({ kayitlar }: PeriodGroups): DayAmount[] =>
  [...Map.groupBy(kayitlar.filter(hasIncome), ({ day }) => day)].map(([label, groups]) => ({
    label,
    tutar_kurus: sumOf(groups, ({ toplam_kurus }) => toplam_kurus),
  }))

function byStatus(groups: readonly KayitGroup[]): Stats['durumlara_gore_kayit'] {
  const counts = new Map<string, number>()
  for (const { durum: stored, count } of groups) {
    const durum = statusOf(stored)
    counts.set(durum, (counts.get(durum) ?? 0) + count)
  }
  return [...counts]
    .map(([durum, adet]) => ({ durum, adet }))
    .sort((a, b) => b.adet - a.adet || orderTr(a.durum, b.durum))
}

const sumOf = <G>(groups: readonly G[], amount: (group: G) => number): number =>
  sumExactly(groups.map(amount))
