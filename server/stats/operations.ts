import { type UserCtx, today } from '#server/core/context.ts'
import { inSnapshot } from '#server/core/snapshot.ts'
import { type Month, monthOf, monthRange, previousMonth } from '#shared/date.ts'
import type { MonthFilter } from '#shared/fields.ts'
import { kurusToLira } from '#shared/money.ts'
import { comparedDays } from '#shared/stats/rules.ts'
import type { ComparedStats, StatsComparison } from '#shared/stats/schema.ts'

import { allTimeTotals, dayTotals, expenseGroups, topOperations } from './queries.ts'
import { type MonthGroups, expenseStats, kayitStats, periodFigures } from './view.ts'

/**
 * The statistics of a month and of all time (specification §3, decisions: stats), beside the same days of the
 * month before, all of one moment. What is not named of the month is that of today in Istanbul.
 */
export async function getStats(ctx: UserCtx, input: MonthFilter): Promise<ComparedStats> {
  const current = monthOf(today(ctx))
  const month = { year: input.year ?? current.year, month: input.month ?? current.month }
  return inSnapshot(ctx.db, async (db) => {
    const trx = { ...ctx, db }
    const groups = await monthGroups(trx, month)
    const allTime = await allTimeTotals(trx)
    return {
      ...kayitStats(groups.kayitlar, month),
      ...expenseStats(groups.expenses, month),
      en_fazla_islemler: await topOperations(trx, monthRange(month.year, month.month).from),
      toplam_kayit_sayisi: allTime.kayit_sayisi,
      toplam_gelir: kurusToLira(allTime.gelir_kurus),
      toplam_gider: kurusToLira(allTime.gider_kurus),
      comparison: await compare(trx, month, groups),
    }
  })
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
