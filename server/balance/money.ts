import type { NotNull } from 'kysely'

import { rootColumn } from '#server/directory/links.ts'
import { membersOf } from '#server/directory/merge.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { inSameShop, ownRows } from '#server/platform/core/own-rows.ts'
import { sumsBy } from '#server/payment/queries.ts'
import { dueDayColumn, isDropped, isHeld, isOwedSince } from '#server/payment/due.ts'
import type { CustomerMoney, Debt } from '#shared/balance/rules.ts'
import type { Day } from '#shared/date.ts'
import type { Kurus } from '#shared/money.ts'

/** A part of a customer's money since `start`. */
type Part = { customer: number } & ({ debt: Debt } | { credit_kurus: Kurus })

type Scope = {
  start: Day
  /** A customer with the ones merged into it, the former first; without it all customers. */
  ids?: readonly [number, ...number[]]
}

/**
 * Returns the money of every customer who owes something or has a credit, by the id of the one that others were merged
 * into. Reads unpaid and held records, opening balances and sums on account, each by its partial index, so that paid
 * records cost nothing.
 */
export async function moneyOfCustomers(ctx: UserCtx, scope: Scope): Promise<Map<number, CustomerMoney>> {
  const parts = (
    await Promise.all([owedRecords(ctx, scope), droppedRecords(ctx, scope), accounts(ctx, scope)])
  ).flat()
  const rootOf = await rootsOf(ctx, parts, scope)
  return new Map(
    [...Map.groupBy(parts, ({ customer }) => rootOf(customer))].map(([customer, own]) => [
      customer,
      {
        debts: own.flatMap((part) => ('debt' in part ? [part.debt] : [])),
        credit_kurus: own.reduce((sum, part) => sum + ('debt' in part ? 0 : part.credit_kurus), 0),
      },
    ]),
  )
}

/** Returns the function that gives the customer that another one was merged into, or itself. */
async function rootsOf(
  ctx: UserCtx,
  parts: readonly Part[],
  { ids }: Scope,
): Promise<(customer: number) => number> {
  if (ids !== undefined) return () => ids[0]
  const customers = [...new Set(parts.map(({ customer }) => customer))]
  const rows = await ownRows(ctx, 'customer')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(customers))))
    .where('merged_into', 'is not', null)
    .select(['id', 'merged_into'])
    .execute()
  const roots = new Map(rows.map(({ id, merged_into }) => [id, merged_into]))
  return (customer) => roots.get(customer) ?? customer
}

/** Reads no other table: the database expects most records to be unpaid and would read all customers. */
const recordsOf = (ctx: UserCtx, { ids }: Scope) =>
  ownRows(ctx, 'kayit')
    .where('customer_id', 'is not', null)
    .$if(ids !== undefined, (rows) => rows.where('customer_id', 'in', [...(ids ?? [])]))
    .select(['customer_id as customer', 'paid_kurus'])
    .$narrowType<{ customer: NotNull }>()

/** A due record adds its rest to the debts, or to the credit the excess of its payments. */
async function owedRecords(ctx: UserCtx, scope: Scope): Promise<Part[]> {
  const rows = await recordsOf(ctx, scope)
    .where(isOwedSince(scope.start))
    .select([dueDayColumn.as('day'), 'toplam_kurus'])
    .execute()
  return rows.map(({ customer, day, toplam_kurus, paid_kurus }) => {
    const rest_kurus = toplam_kurus - paid_kurus
    return rest_kurus > 0 && day !== null
      ? { customer, debt: { day, rest_kurus } }
      : { customer, credit_kurus: 0 - rest_kurus }
  })
}

async function droppedRecords(ctx: UserCtx, scope: Scope): Promise<Part[]> {
  const rows = await recordsOf(ctx, scope).where(isHeld).where(isDropped).execute()
  return rows.map(({ customer, paid_kurus }) => ({ customer, credit_kurus: paid_kurus }))
}

async function accounts(ctx: UserCtx, { start, ids }: Scope): Promise<Part[]> {
  const rows = await ownRows(ctx, 'customer')
    .$if(ids !== undefined, (all) => all.where('id', 'in', [...(ids ?? [])]))
    .where((eb) => eb.or([eb('opening_kurus', '<>', eb.lit(0)), eb('account_kurus', '<>', eb.lit(0))]))
    .select([rootColumn('customer').as('customer'), 'opening_kurus', 'account_kurus'])
    .execute()
  const byCustomer = Map.groupBy(rows, ({ customer }) => customer)
  const openings = [...byCustomer].map(([customer, own]) => ({
    customer,
    opening: own.reduce((sum, row) => sum + row.opening_kurus, 0),
    account: own.reduce((sum, row) => sum + row.account_kurus, 0),
  }))
  const owing = openings.filter(({ opening }) => opening > 0).map(({ customer }) => customer)
  const paid = await paidForBefore(ctx, owing, start)
  return openings.flatMap(({ customer, opening, account }): Part[] => {
    const rest_kurus = Math.max(opening - Math.max(paid(customer), 0), 0)
    return [
      ...(opening > 0 && rest_kurus > 0 ? [{ customer, debt: { day: start, rest_kurus } }] : []),
      { customer, credit_kurus: account - Math.min(opening, 0) },
    ]
  })
}

/** Returns the function that gives the payments since the start for records of before; they pay the opening balance. */
async function paidForBefore(
  ctx: UserCtx,
  customers: readonly number[],
  start: Day,
): Promise<(customer: number) => Kurus> {
  if (customers.length === 0) return () => 0
  const members = await membersOf(ctx, 'customer', customers)
  const ids = members.map(({ id }) => id)
  const rows = await ownRows(ctx, 'kayit')
    .innerJoin('payment', inSameShop('payment.kayit_id', 'kayit.id'))
    .where((eb) => eb('kayit.customer_id', '=', eb.fn.any(eb.val(ids))))
    .where('kayit.deleted_at', 'is', null)
    .where(dueDayColumn, '<', start)
    .where('payment.day', '>=', start)
    .select(['kayit.customer_id as customer', 'payment.kind', 'payment.amount_kurus'])
    .execute()
  const roots = new Map(members.map(({ id, root }) => [id, root]))
  return sumsBy(rows, ({ customer }) => roots.get(customer ?? 0) ?? null)
}

/** Returns the payments for records that are not due, and the number of these records. */
export async function advancesOf(ctx: UserCtx): Promise<{ count: number; total_kurus: Kurus }> {
  const rows = await ownRows(ctx, 'kayit')
    .where(isHeld)
    .where((eb) => eb.not(isDropped(eb)))
    .select('paid_kurus')
    .execute()
  return { count: rows.length, total_kurus: rows.reduce((sum, { paid_kurus }) => sum + paid_kurus, 0) }
}
