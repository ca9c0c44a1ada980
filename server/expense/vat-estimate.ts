import { requireRight, type UserCtx } from '#server/platform/core/context.ts'
import { inSameShop, liveRows, visitRows } from '#server/platform/core/own-rows.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import { addDays, daysOfWholeMonth, type Month } from '#shared/date.ts'
import { estimateVat, type VatEstimate } from '#shared/expense/vat.ts'

/**
 * Returns the estimate of a month's VAT, from one snapshot: the VAT of the records' lines by the rule of the month's file
 * ('Döküm'), less the VAT of the expenses with a rate. Throws FORBIDDEN.
 */
export async function getVatEstimate(ctx: UserCtx, { year, month }: Month): Promise<VatEstimate> {
  requireRight(ctx, 'figures')
  const { from, to } = daysOfWholeMonth(year, month)
  const period = { from, until: addDays(to, 1) }
  return withSnapshot(ctx, async (one) => {
    const [lines, expenses] = await Promise.all([recordLines(one, period), expenseAmounts(one, period)])
    return estimateVat(from, lines, expenses)
  })
}

type Period = { from: string; until: string }

/**
 * Equal lines are one row, because each is rounded by itself. Those of a record with a discount name it, because the
 * discount takes the rest of its rounding.
 */
const recordLines = (ctx: UserCtx, { from, until }: Period) =>
  visitRows(ctx)
    .innerJoin('islem', inSameShop('islem.kayit_id', 'kayit.id'))
    .leftJoin('islem as discount', (join) =>
      join
        .onRef('discount.shop_id', '=', 'kayit.shop_id')
        .onRef('discount.kayit_id', '=', 'kayit.id')
        .on('discount.kind', '=', 'discount'),
    )
    .where('kayit.day', '>=', from)
    .where('kayit.day', '<', until)
    .groupBy(['kayit.durum', 'islem.islem_adet', 'islem.fiyat_kurus', 'discount.kayit_id'])
    .select(({ fn }) => [
      'kayit.durum',
      'islem.islem_adet',
      'islem.fiyat_kurus',
      'discount.kayit_id',
      fn.countAll<number>().as('count'),
    ])
    .execute()

/** Equal amounts are one row, because each is rounded by itself. */
const expenseAmounts = (ctx: UserCtx, { from, until }: Period) =>
  liveRows(ctx, 'expense')
    .where('spend_date', '>=', from)
    .where('spend_date', '<', until)
    .groupBy(['vat_rate', 'amount_kurus'])
    .select(({ fn }) => ['vat_rate', 'amount_kurus', fn.countAll<number>().as('count')])
    .execute()
