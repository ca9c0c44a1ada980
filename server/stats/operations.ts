import { type UserCtx, today, requireRight } from '#server/platform/core/context.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import {
  addDays,
  type DayRange,
  daysOfWholeMonth,
  firstOfMonth,
  type Month,
  monthOf,
  previousMonth,
} from '#shared/date.ts'
import type { MonthFilter } from '#shared/fields.ts'
import { comparedPeriods, pointsOf, previousPeriod, previousPointsOf } from '#shared/stats/period.ts'
import { comparedDays } from '#shared/stats/rules.ts'
import type { ComparedStats, PeriodInput, PeriodStats, Stats } from '#shared/stats/schema.ts'

import { allTimeTotals, dayTotals, expenseGroups, openWork, spellingsOf, topOperations } from './queries.ts'
import { incomeByMake, incomeByOperation } from './income-by.ts'
import {
  dailyIncome,
  type PeriodGroups,
  monthStats,
  periodFigures,
  periodTotals,
  pointFigures,
} from './view.ts'

/**
 * Returns the statistics of a month and of all time (specification §3, decisions: stats), from one snapshot. A missing
 * month or year is today's in Istanbul. Throws FORBIDDEN, as all of this file does.
 */
export async function getStats(ctx: UserCtx, input: MonthFilter): Promise<Stats> {
  requireRight(ctx, 'figures')
  const { stats } = await withSnapshot(ctx, (one) => readStats(one, selectedMonth(ctx, input)))
  return stats
}

/** Returns the same with a comparison to the month before, for the page (decisions: statistics). */
export async function getComparedStats(ctx: UserCtx, input: MonthFilter): Promise<ComparedStats> {
  requireRight(ctx, 'figures')
  const month = selectedMonth(ctx, input)
  return withSnapshot(ctx, async (trx) => {
    const before = previousMonth(month)
    const [{ stats, groups }, earlier] = await Promise.all([
      readStats(trx, month),
      readGroups(trx, daysOfWholeMonth(before.year, before.month)),
    ])
    const days = comparedDays(month, today(ctx))
    const comparison = days && {
      current: periodFigures(groups, days.current),
      previous: periodFigures(earlier, days.previous),
      previous_gelir: dailyIncome(earlier),
    }
    const keys = stats.en_fazla_islemler.map(({ islem_adi_upper }) => islem_adi_upper)
    return { ...stats, comparison, spellings: await spellingsOf(trx, keys) }
  })
}

/** Returns the statistics of any days beside those before (decisions: statistics), and open work, from one snapshot. */
export async function getPeriodStats(ctx: UserCtx, period: PeriodInput): Promise<PeriodStats> {
  requireRight(ctx, 'figures')
  return withSnapshot(ctx, async (trx) => {
    const previous = previousPeriod(period)
    const [groups, earlier, income_by_operation, income_by_make, open_work] = await Promise.all([
      readGroups(trx, period),
      previous === null ? NO_GROUPS : readGroups(trx, previous),
      incomeByOperation(trx, period),
      incomeByMake(trx, period),
      openWork(trx),
    ])
    const days = comparedPeriods(period, today(ctx))
    return {
      totals: periodTotals(groups, period),
      comparison: days && {
        current: periodTotals(groups, days.current),
        previous: periodTotals(earlier, days.previous),
      },
      points: pointFigures(groups, pointsOf(period)),
      previous_points: pointFigures(earlier, previousPointsOf(period)),
      income_by_operation,
      spellings: await spellingsOf(
        trx,
        income_by_operation.top.map(({ name }) => name),
      ),
      income_by_make,
      open_work,
    }
  })
}

const NO_GROUPS: PeriodGroups = { kayitlar: [], expenses: [] }

function selectedMonth(ctx: UserCtx, { year, month }: MonthFilter): Month {
  const current = monthOf(today(ctx))
  return { year: year ?? current.year, month: month ?? current.month }
}

async function readStats(ctx: UserCtx, month: Month): Promise<{ stats: Stats; groups: PeriodGroups }> {
  const days = daysOfWholeMonth(month.year, month.month)
  const [groups, allTime, en_fazla_islemler] = await Promise.all([
    readGroups(ctx, days),
    allTimeTotals(ctx),
    topOperations(ctx, { month: days.from }),
  ])
  return { stats: { ...monthStats(groups, month), ...allTime, en_fazla_islemler }, groups }
}

async function readGroups(ctx: UserCtx, { from, to }: DayRange): Promise<PeriodGroups> {
  const days = { from, until: addDays(to, 1) }
  const [kayitlar, expenses] = await Promise.all([
    dayTotals(ctx, { ...days, month: firstOfMonth(from) }),
    expenseGroups(ctx, days),
  ])
  return { kayitlar, expenses }
}
