import { rowsInOrder } from '#server/list/ordered-rows.ts'
import { cancelOptions } from '#server/platform/core/cancel-options.ts'
import { requireRight, type UserCtx } from '#server/platform/core/context.ts'
import { inSameShop, ownRows, type ShopCtx } from '#server/platform/core/own-rows.ts'
import { type DayRange, daysOfWholeMonth, type Month } from '#shared/date.ts'
import { type PeriodPayments, sumPayments } from '#shared/payment/sums.ts'
import { countedEntries } from '#shared/till/rules.ts'

/**
 * Returns what customers paid and got back in a month, by the days on which it changed hands. An entry that was
 * cancelled within the month counts in no sum; a later cancellation is a refund of its own month, so that a past month
 * stays as it was. Throws FORBIDDEN.
 */
export async function monthPayments(ctx: UserCtx, { year, month }: Month): Promise<PeriodPayments> {
  requireRight(ctx, 'payments')
  requireRight(ctx, 'figures')
  return sumPayments(await readCounted(ctx, daysOfWholeMonth(year, month)))
}

/** Returns the entries that count in a period, in the order of their days; `signal` cancels the statement. */
export async function readCounted(shop: ShopCtx, { from, to }: DayRange, signal?: AbortSignal) {
  const entries = await ownRows(shop, 'payment')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .orderBy('id')
    .select(['id', 'kind', 'method', 'amount_kurus', 'reverses'])
    .execute(cancelOptions(signal))
  return countedEntries(entries)
}

export type NamedEntry = Awaited<ReturnType<typeof readNamed>>[number]

/** Yields these entries in batches, with their customer and car. */
export const entryBatches = (shop: ShopCtx, ids: readonly number[]) =>
  rowsInOrder(
    ids,
    (batch) => readNamed(shop, batch),
    ({ id }) => id,
  )

const readNamed = (shop: ShopCtx, ids: readonly number[]) =>
  ownRows(shop, 'payment')
    .leftJoin('kayit', inSameShop('kayit.id', 'payment.kayit_id'))
    .leftJoin('customer', inSameShop('customer.id', 'payment.customer_id'))
    .where((eb) => eb('payment.id', '=', eb.fn.any(eb.val([...ids]))))
    .select(['payment.id', 'payment.day', 'payment.kind', 'payment.method', 'payment.amount_kurus'])
    .select(['payment.reverses', 'payment.note', 'payment.kayit_id', 'kayit.plaka'])
    .select(['kayit.musteri_adi_soyadi', 'customer.name'])
    .execute()
