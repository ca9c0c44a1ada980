import { type UserCtx, today } from '#server/core/context.ts'
import { inSnapshot } from '#server/core/snapshot.ts'
import { monthOf, monthRange } from '#shared/date.ts'
import type { MonthFilter } from '#shared/fields.ts'
import { kurusToLira } from '#shared/money.ts'
import type { Stats } from '#shared/stats/schema.ts'

import { allTimeTotals, dayTotals, expenseGroups, topOperations } from './queries.ts'
import { expenseStats, kayitStats } from './view.ts'

/**
 * The statistics of a month and of all time (specification §3, decisions: stats), all of one moment. What is
 * not named of the month is that of today in Istanbul.
 */
export async function getStats(ctx: UserCtx, input: MonthFilter): Promise<Stats> {
  const current = monthOf(today(ctx))
  const month = { year: input.year ?? current.year, month: input.month ?? current.month }
  const period = monthRange(month.year, month.month)
  return inSnapshot(ctx.db, async (db) => {
    const trx = { ...ctx, db }
    const kayitlar = await dayTotals(trx, period.from)
    const expenses = await expenseGroups(trx, period)
    const allTime = await allTimeTotals(trx)
    return {
      ...kayitStats(kayitlar, month),
      ...expenseStats(expenses, month),
      en_fazla_islemler: await topOperations(trx, period.from),
      toplam_kayit_sayisi: allTime.kayit_sayisi,
      toplam_gelir: kurusToLira(allTime.gelir_kurus),
      toplam_gider: kurusToLira(allTime.gider_kurus),
    }
  })
}
