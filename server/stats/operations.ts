import { type UserCtx, today } from '#server/core/context.ts'
import { inSnapshot } from '#server/core/snapshot.ts'
import {
  addDays,
  type Day,
  type DayRange,
  type Month,
  monthOf,
  monthRange,
  previousMonth,
} from '#shared/date.ts'
import type { MonthFilter } from '#shared/fields.ts'
import { comparedPeriods, pointsOf, previousPeriod, previousPointsOf } from '#shared/stats/period.ts'
import { comparedDays } from '#shared/stats/rules.ts'
import type { ComparedStats, PeriodInput, PeriodStats, Stats, StatsComparison } from '#shared/stats/schema.ts'

import { allTimeTotals, dayTotals, expenseGroups, topOperations } from './queries.ts'
import { openWork } from './open-work.ts'
import { incomeByMake, incomeByOperation } from './income-by.ts'
import {
  type PeriodGroups,
  expenseStats,
  kayitStats,
  periodFigures,
  periodTotals,
  pointFigures,
} from './view.ts'

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

/** The statistics of any days beside those before (decisions: statistics), and the open work, from one snapshot. */
export function getPeriodStats(ctx: UserCtx, period: PeriodInput): Promise<PeriodStats> {
  return inSnapshot(ctx.db, async (db) => {
    const trx = { ...ctx, db }
    const groups = await daysGroups(trx, period)
    const previous = previousPeriod(period)
    const earlier = previous === null ? NO_GROUPS : await daysGroups(trx, previous)
    const days = comparedPeriods(period, today(ctx))
    return {
      totals: periodTotals(groups, period),
      comparison: days && {
        current: periodTotals(groups, days.current),
        previous: periodTotals(earlier, days.previous),
      },
      points: pointFigures(groups, pointsOf(period)),
      previous_points: pointFigures(earlier, previousPointsOf(period)),
      income_by_operation: await incomeByOperation(trx, period),
      income_by_make: await incomeByMake(trx, period),
      open_work: await openWork(trx),
    }
  })
}

const NO_GROUPS: PeriodGroups = { kayitlar: [], expenses: [] }

const daysGroups = (ctx: UserCtx, { from, to }: DayRange) => readGroups(ctx, { from, until: addDays(to, 1) })

function monthAsked(ctx: UserCtx, { year, month }: MonthFilter): Month {
  const current = monthOf(today(ctx))
  return { year: year ?? current.year, month: month ?? current.month }
}

async function readStats(ctx: UserCtx, month: Month): Promise<{ stats: Stats; groups: PeriodGroups }> {
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

const monthGroups = (ctx: UserCtx, { year, month }: Month) => readGroups(ctx, monthRange(year, month))

async function readGroups(ctx: UserCtx, period: { from: Day; until: Day }): Promise<PeriodGroups> {
  return { kayitlar: await dayTotals(ctx, period), expenses: await expenseGroups(ctx, period) }
}

async function compare(ctx: UserCtx, month: Month, groups: PeriodGroups): Promise<StatsComparison | null> {
  const days = comparedDays(month, today(ctx))
  if (days === null) return null
  return {
    current: periodFigures(groups, days.current),
    previous: periodFigures(await monthGroups(ctx, previousMonth(month)), days.previous),
  }
}
