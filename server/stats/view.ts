import { type Day, type DayRange, daysOfMonth, type Month } from '#shared/date.ts'
import { hasIncome, isCompleted, statusOf } from '#shared/kayit/rules.ts'
import type { Kurus } from '#shared/money.ts'
import type {
  DayAmount,
  DayCount,
  PeriodFigures,
  PeriodPoint,
  PeriodTotals,
  Stats,
} from '#shared/stats/schema.ts'
import { orderTr } from '#shared/turkish.ts'

import { addExactly, sumExactly } from './exact.ts'

type KayitGroup = { day: Day; durum: string; count: number; priced_count: number; toplam_kurus: Kurus }
type ExpenseGroup = { day: Day; count: number; tutar_kurus: Kurus }

/** The figures of a month's records, from their groups by day and status. */
export function kayitStats(groups: readonly KayitGroup[], month: Month) {
  const earning = groups.filter(hasIncome)
  return {
    durumlara_gore_kayit: byStatus(groups),
    son_ay_kayit_sayisi: sumOf(groups, (group) => group.count),
    son_ay_gelir_kurus: sumOf(earning, (group) => group.toplam_kurus),
    gunluk_kayit_sayisi: dailyCounts(month, groups, (group) => group.count),
    gunluk_gelir: dailyAmounts(month, earning, (group) => group.toplam_kurus),
    gunluk_gelir_sayisi: dailyCounts(month, earning, (group) => group.priced_count),
  } satisfies Partial<Stats>
}

/** The figures of a month's expenses, from their groups by day. */
export function expenseStats(groups: readonly ExpenseGroup[], month: Month) {
  return {
    son_ay_gider_kurus: sumOf(groups, (group) => group.tutar_kurus),
    gunluk_gider: dailyAmounts(month, groups, (group) => group.tutar_kurus),
    gunluk_gider_sayisi: dailyCounts(month, groups, (group) => group.count),
  } satisfies Partial<Stats>
}

/** The groups by day of a period. */
export type PeriodGroups = { kayitlar: readonly KayitGroup[]; expenses: readonly ExpenseGroup[] }

/** The figures of some days of a period, from its groups. */
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
    gider_kurus: sumOf(expenses.filter(isWithin), ({ tutar_kurus }) => tutar_kurus),
  }
}

/** Returns the figures of a month that its comparison shows. */
export function periodFigures(groups: PeriodGroups, days: DayRange): PeriodFigures {
  const { gelirli_kayit_sayisi: _earning, ...figures } = periodTotals(groups, days)
  return figures
}

/** The figures of each point of a chart; the points follow each other without a gap. */
export function pointFigures(
  { kayitlar, expenses }: PeriodGroups,
  points: readonly DayRange[],
): PeriodPoint[] {
  const figures = points.map((days) => ({ ...days, kayit_sayisi: 0, gelir_kurus: 0, gider_kurus: 0 }))
  const pointOf = ({ day }: { day: Day }) => figures.findLast(({ from, to }) => from <= day && day <= to)
  for (const group of kayitlar) {
    const point = pointOf(group)
    if (point === undefined) continue
    point.kayit_sayisi = addExactly(point.kayit_sayisi, group.count)
    if (hasIncome(group)) point.gelir_kurus = addExactly(point.gelir_kurus, group.toplam_kurus)
  }
  for (const group of expenses) {
    const point = pointOf(group)
    if (point !== undefined) point.gider_kurus = addExactly(point.gider_kurus, group.tutar_kurus)
  }
  return figures
}

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

type Amount<G> = (group: G) => number

const sumOf = <G>(groups: readonly G[], amount: Amount<G>): number => sumExactly(groups.map(amount))

const dailyCounts = <G extends { day: Day }>(month: Month, groups: readonly G[], count: Amount<G>) =>
  daily(month, groups, count).map(([label, adet]): DayCount => ({ label, adet }))

const dailyAmounts = <G extends { day: Day }>(month: Month, groups: readonly G[], amount: Amount<G>) =>
  daily(month, groups, amount).map(([label, tutar_kurus]): DayAmount => ({ label, tutar_kurus }))

/** The sum of each day of the month, 0 for days without rows. */
function daily<G extends { day: Day }>(
  { year, month }: Month,
  groups: readonly G[],
  amount: Amount<G>,
): [Day, number][] {
  const sums = new Map(daysOfMonth(year, month).map((day) => [day, 0]))
  for (const group of groups) sums.set(group.day, addExactly(sums.get(group.day) ?? 0, amount(group)))
  return [...sums]
}
