import { requireRight, today, type UserCtx } from '#server/platform/core/context.ts'
import { ownRows, type ShopCtx } from '#server/platform/core/own-rows.ts'
import { describePeriod, periodFilePart } from '#server/platform/export/period.ts'
import { type Book, type Column, sheetOfRows, text, withoutSums } from '#server/platform/export/sheet.ts'
import { findCompany } from '#server/settings/operations.ts'
import type { DayRange } from '#shared/date.ts'
import type { PeriodExportInput } from '#shared/export/schema.ts'
import { daysOfSelected, selectedPeriod } from '#shared/stats/selected-period.ts'

type DayEnd = Awaited<ReturnType<typeof readDayEnds>>[number]

/** Returns the day-ends of a period in their order; the first count of the drawer (number 0) closes no day. */
const readDayEnds = (shop: ShopCtx, { from, to }: DayRange) =>
  ownRows(shop, 'day_end')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('number', '>', 0)
    .orderBy('number')
    .select(['number', 'day', 'opening_kurus', 'received_kurus', 'refunded_kurus', 'spent_kurus'])
    .select(['expected_kurus', 'counted_kurus', 'difference_kurus', 'reason', 'actor_name'])
    .execute()

const COLUMNS: readonly Column<DayEnd>[] = [
  text('No', 8, ({ number }) => String(number)),
  { title: 'Gün', width: 12, kind: 'day', value: ({ day }) => day },
  { title: 'Açılış (₺)', width: 15, kind: 'money', value: (row) => row.opening_kurus },
  { title: 'Nakit giren (₺)', width: 15, kind: 'money', value: (row) => row.received_kurus, sum: true },
  { title: 'Nakit iade (₺)', width: 14, kind: 'money', value: (row) => row.refunded_kurus, sum: true },
  { title: 'Nakit gider (₺)', width: 15, kind: 'money', value: (row) => row.spent_kurus, sum: true },
  { title: 'Olması gereken (₺)', width: 19, kind: 'money', value: (row) => row.expected_kurus },
  { title: 'Sayılan (₺)', width: 15, kind: 'money', value: (row) => row.counted_kurus },
  { title: 'Fark (₺)', width: 13, kind: 'money', value: (row) => row.difference_kurus, sum: true },
  text('Farkın sebebi', 26, ({ reason }) => reason),
  text('Sayan', 16, ({ actor_name }) => actor_name),
]

/**
 * Returns the day-ends of a period for the accounts, with sums for users who may see figures (decision 29). Throws
 * FORBIDDEN.
 */
export async function dayEndsBook(ctx: UserCtx, input: PeriodExportInput): Promise<Book> {
  requireRight(ctx, 'export')
  requireRight(ctx, 'payments')
  const day = today(ctx)
  const days = daysOfSelected(selectedPeriod(input, day))
  const columns = ctx.actor.rights.includes('figures') ? COLUMNS : withoutSums(COLUMNS)
  return {
    fileName: `gün-sonları-${periodFilePart({ days }, day)}`,
    title: 'Gün sonları',
    about: describePeriod({ days }, day),
    issuedOn: day,
    company: await findCompany(ctx),
    sheets: [sheetOfRows('Gün sonları', columns, await readDayEnds(ctx, days))],
  }
}
