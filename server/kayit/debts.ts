import { requireRight, type UserCtx } from '#server/platform/core/context.ts'
import { compiled } from '#server/platform/db/compiled.ts'
import type { DebtFilter } from '#server/payment/due.ts'
import { debtsSince, readAccountsStart } from '#server/payment/queries.ts'
import type { Day } from '#shared/date.ts'
import type { BookCounts, KayitPage } from '#shared/kayit/schema.ts'
import type { Kurus } from '#shared/money.ts'
import type { OwedState } from '#shared/options.ts'
import { debtOf } from '#shared/payment/rules.ts'

import { type Conditions, conditionsOf, type Filter, recordList } from './conditions.ts'
import { countList, type StoredPage } from './list.ts'

/** Returns the debts by which a list is filtered. Throws FORBIDDEN for a caller without the right `payments`. */
export async function debtFilterOf(ctx: UserCtx, owed: OwedState): Promise<DebtFilter> {
  const since = await readAccountsStart(requireRight(ctx, 'payments'))
  return { since, isPartial: owed === 'partial' }
}

/** Returns the page with what customers owe for its records since a day; `null` shows no debts. */
export function withRests({ items, ...page }: StoredPage, since: Day | null): KayitPage {
  const shown = items.map(({ paid_kurus, ...row }) => {
    const rest_kurus = debtOf({ ...row, paid_kurus }, since)
    return rest_kurus === 0 ? row : { ...row, rest_kurus }
  })
  return { ...page, items: shown }
}

/** Returns what customers owe in kuruş for all records of a list of debts. */
export async function sumRests(ctx: UserCtx, filter: Filter): Promise<Kurus> {
  const [sum] = await restsQuery(ctx.db, conditionsOf(ctx, filter))
  return sum?.rest_kurus ?? 0
}

const restsQuery = compiled((db, conditions: Conditions) =>
  recordList
    .matching(db, conditions)
    .select(({ eb, fn }) =>
      eb(
        fn.coalesce(fn.sum<number>('toplam_kurus'), eb.lit(0)),
        '-',
        fn.coalesce(fn.sum<number>('paid_kurus'), eb.lit(0)),
      ).as('rest_kurus'),
    ),
)

/** Returns the numbers of records that customers owe for; nothing for a caller who sees no debts. */
export async function countDebts(ctx: UserCtx): Promise<Pick<BookCounts, 'owed'>> {
  const since = await debtsSince(ctx)
  if (since === null) return {}
  const [unpaid, partial] = await Promise.all([
    countList(ctx, { debts: { since, isPartial: false } }),
    countList(ctx, { debts: { since, isPartial: true } }),
  ])
  return { owed: { unpaid: unpaid.total, partial: partial.total } }
}
