import { rowsInOrder } from '#server/list/ordered-rows.ts'
import { cancelOptions } from '#server/platform/core/cancel-options.ts'
import { requireRight, type UserCtx } from '#server/platform/core/context.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import { inSameShop, ownRows, type ShopCtx } from '#server/platform/core/own-rows.ts'
import { type DayRange, daysOfWholeMonth, type Month } from '#shared/date.ts'
import { oppositeKind } from '#shared/payment/rules.ts'
import { type PeriodPayments, type SummedEntry, sumPayments } from '#shared/payment/sums.ts'
import { countedEntries } from '#shared/till/rules.ts'

/**
 * Returns what customers paid and got back in a month, by the days on which it changed hands. An entry that was
 * cancelled within the month counts in no sum; a later cancellation is a refund of its own month, so that a past month
 * stays as it was. Throws FORBIDDEN.
 */
export async function monthPayments(ctx: UserCtx, { year, month }: Month): Promise<PeriodPayments> {
  requireRight(ctx, 'payments')
  requireRight(ctx, 'figures')
  const days = daysOfWholeMonth(year, month)
  return withSnapshot(ctx, async (one) => {
    const [entries, reversals] = await Promise.all([sumEntries(one, days), readReversals(one, days)])
    return sumPayments([...entries, ...reversals.map((reversal) => countedReversal(reversal, days))])
  })
}

/** Returns the sums of a period's entries that cancel no other; the database adds up, because a month has hundreds. */
const sumEntries = (shop: ShopCtx, { from, to }: DayRange): Promise<SummedEntry[]> =>
  ownRows(shop, 'payment')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('reverses', 'is', null)
    .groupBy(['kind', 'method'])
    .select(['kind', 'method'])
    .select(({ fn }) => [
      fn.sum<number>('amount_kurus').as('amount_kurus'),
      fn.countAll<number>().as('count'),
    ])
    .execute()

/** Returns a period's reversals with the days of the entries that they cancel. */
const readReversals = (shop: ShopCtx, { from, to }: DayRange) =>
  ownRows(shop, 'payment')
    .innerJoin('payment as reversed', (join) =>
      join.onRef('reversed.shop_id', '=', 'payment.shop_id').onRef('reversed.id', '=', 'payment.reverses'),
    )
    .where('payment.day', '>=', from)
    .where('payment.day', '<=', to)
    .select(['payment.kind', 'payment.method', 'payment.amount_kurus', 'reversed.day as reversed_day'])
    .execute()

/** Returns what a reversal counts: a cancelled entry of the same period is taken back. */
function countedReversal(
  { kind, method, amount_kurus, reversed_day }: Awaited<ReturnType<typeof readReversals>>[number],
  { from, to }: DayRange,
): SummedEntry {
  const isWithin = reversed_day >= from && reversed_day <= to
  return isWithin
    ? { kind: oppositeKind(kind), method, amount_kurus: 0 - amount_kurus, count: -1 }
    : { kind, method, amount_kurus }
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
