import { inSameShop, ownRows, type ShopCtx } from '#server/platform/core/own-rows.ts'

export type DayEntry = Awaited<ReturnType<typeof readEntries>>[number]

/** Returns the payments and refunds that a day-end counts, in the order of their entry, with their customer and car. */
export const readEntries = (shop: ShopCtx, number: number) =>
  ownRows(shop, 'payment')
    .leftJoin('kayit', inSameShop('kayit.id', 'payment.kayit_id'))
    .leftJoin('customer', inSameShop('customer.id', 'payment.customer_id'))
    .where('payment.day_end_number', '=', number)
    .orderBy('payment.id')
    .select(['payment.id', 'payment.day', 'payment.kind', 'payment.method', 'payment.amount_kurus'])
    .select(['payment.reverses', 'payment.created_at', 'payment.kayit_id', 'kayit.plaka', 'kayit.deleted_at'])
    .select(['kayit.musteri_adi_soyadi', 'customer.name'])
    .execute()

export type DayExpense = Awaited<ReturnType<typeof readCashExpenses>>[number]

/** Returns the changes of cash by expenses that a day-end counts, in their order. A purged expense has no title. */
export const readCashExpenses = (shop: ShopCtx, number: number) =>
  ownRows(shop, 'cash_expense')
    .leftJoin('expense', inSameShop('expense.id', 'cash_expense.expense_id'))
    .where('cash_expense.day_end_number', '=', number)
    .orderBy('cash_expense.id')
    .select(['cash_expense.id', 'cash_expense.expense_id', 'cash_expense.amount_kurus'])
    .select(['cash_expense.created_at', 'expense.title', 'expense.spend_date'])
    .execute()

/** Returns the ids of these expenses that an earlier day-end has counted. */
export async function readCountedBefore(
  shop: ShopCtx,
  number: number,
  expenses: readonly DayExpense[],
): Promise<ReadonlySet<number>> {
  if (expenses.length === 0) return new Set()
  const ids = expenses.map(({ expense_id }) => expense_id)
  const rows = await ownRows(shop, 'cash_expense')
    .where('expense_id', 'in', ids)
    .where('day_end_number', '<', number)
    .select('expense_id')
    .execute()
  return new Set(rows.map(({ expense_id }) => expense_id))
}

/** Returns a day-end and the count before it, by their numbers. */
export const readCounts = (shop: ShopCtx, number: number) =>
  ownRows(shop, 'day_end')
    .where('number', 'in', [number - 1, number])
    .orderBy('number')
    .select(['number', 'day', 'opening_kurus', 'received_kurus', 'refunded_kurus', 'spent_kurus'])
    .select(['expected_kurus', 'counted_kurus', 'difference_kurus', 'reason', 'actor_name', 'created_at'])
    .execute()
