import { type UserCtx, today } from '#server/core/context.ts'
import { inSnapshot } from '#server/core/snapshot.ts'
import { type Month, monthOf, monthRange, previousMonth } from '#shared/date.ts'
import type { MonthFilter } from '#shared/fields.ts'
import { comparedDays } from '#shared/stats/rules.ts'
import type { ComparedStats, Stats, StatsComparison } from '#shared/stats/schema.ts'

import { allTimeTotals, dayTotals, expenseGroups, topOperations } from './queries.ts'
import { type MonthGroups, expenseStats, kayitStats, periodFigures } from './view.ts'

/**
 * The statistics of a month and of all time (specification §3, decisions: stats), from one snapshot. A missing
 * month or year is today's in Istanbul.
 */
export function getStats(ctx: UserCtx, input: MonthFilter): Promise<Stats> {
  return inSnapshot(ctx.db, async (db) => {
    const { stats } = await readStats({ ...ctx, db }, monthAsked(ctx, input))
    return stats
  })
}

/** The same with a comparison to the month before, for the page (decisions: statistics). */
export function getComparedStats(ctx: UserCtx, input: MonthFilter): Promise<ComparedStats> {
  const month = monthAsked(ctx, input)
  return inSnapshot(ctx.db, async (db) => {
    const trx = { ...ctx, db }
    const { stats, groups } = await readStats(trx, month)
    return { ...stats, comparison: await compare(trx, month, groups) }
  })
}

function monthAsked(ctx: UserCtx, { year, month }: MonthFilter): Month {
  const current = monthOf(today(ctx))
  return { year: year ?? current.year, month: month ?? current.month }
}

async function readStats(ctx: UserCtx, month: Month): Promise<{ stats: Stats; groups: MonthGroups }> {
  const groups = await monthGroups(ctx, month)
  const allTime = await allTimeTotals(ctx)
  const stats = {
    ...kayitStats(groups.kayitlar, month),
    ...expenseStats(groups.expenses, month),
    en_fazla_islemler: await topOperations(ctx, monthRange(month.year, month.month).from),
    toplam_kayit_sayisi: allTime.kayit_sayisi,
    toplam_gelir_kurus: allTime.gelir_kurus,
    toplam_gider_kurus: allTime.gider_kurus,
  }
  return { stats, groups }
}

async function monthGroups(ctx: UserCtx, { year, month }: Month): Promise<MonthGroups> {
  const period = monthRange(year, month)
  return { kayitlar: await dayTotals(ctx, period.from), expenses: await expenseGroups(ctx, period) }
}

async function compare(ctx: UserCtx, month: Month, groups: MonthGroups): Promise<StatsComparison | null> {
  const days = comparedDays(month, today(ctx))
  if (days === null) return null
  return {
    current: periodFigures(groups, days.current),
    previous: periodFigures(await monthGroups(ctx, previousMonth(month)), days.previous),
  }
}
