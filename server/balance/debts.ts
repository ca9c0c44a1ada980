import { lastCarsOf } from '#server/customer/list.ts'
import { membersOf } from '#server/directory/merge.ts'
import { type UserCtx, requireRight, today } from '#server/platform/core/context.ts'
import { inSameShop, ownRows } from '#server/platform/core/own-rows.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import { readAccountSettings, readAccountsStart } from '#server/payment/queries.ts'
import { type Ages, agesOf, balanceOf } from '#shared/balance/rules.ts'
import {
  type Debtor,
  type DebtSums,
  DEBTS_PAGE_SIZE,
  type DebtsInput,
  type DebtsPage,
} from '#shared/balance/schema.ts'
import type { Day } from '#shared/date.ts'
import type { Kurus } from '#shared/money.ts'

import { advancesOf, moneyOfCustomers } from './money.ts'

/** A customer who owes money. */
type Owing = { id: number; total_kurus: Kurus; ages: Ages }

/** Returns one page of the customers who owe money, with the sums of the list and of all ages. Throws FORBIDDEN. */
export async function listDebts(ctx: UserCtx, input: DebtsInput): Promise<DebtsPage> {
  requireRight(ctx, 'payments')
  return withSnapshot(ctx, async (one) => {
    const [{ start, reminder }, advances] = await Promise.all([readAccountSettings(one), advancesOf(one)])
    const all = start === null ? [] : await owingCustomers(one, start)
    const listed = await sorted(one, listedOf(all, input), input)
    const from = (input.page - 1) * DEBTS_PAGE_SIZE
    return {
      start,
      reminder,
      items: await debtorsOf(one, listed.slice(from, from + DEBTS_PAGE_SIZE)),
      total: listed.length,
      ages: agesIn(listed),
      all: sumsOf(all),
      advances,
    }
  })
}

/** Returns what all customers owe; `null` while the shop has no accounts. */
export async function sumDebts(ctx: UserCtx): Promise<DebtSums | null> {
  const start = await readAccountsStart(ctx)
  return start === null ? null : sumsOf(await owingCustomers(ctx, start))
}

/** Returns every customer of the list in its order, for a file. */
export async function allDebtors(ctx: UserCtx, input: DebtsInput): Promise<Debtor[]> {
  const start = await readAccountsStart(ctx)
  if (start === null) return []
  return debtorsOf(ctx, await sorted(ctx, listedOf(await owingCustomers(ctx, start), input), input))
}

/** Returns all customers whose balance is above 0. */
async function owingCustomers(ctx: UserCtx, start: Day): Promise<Owing[]> {
  const money = await moneyOfCustomers(ctx, { start })
  return [...money].flatMap(([id, own]) => {
    const total_kurus = balanceOf(own)
    return total_kurus > 0 ? [{ id, total_kurus, ages: agesOf(own, today(ctx)) }] : []
  })
}

const listedOf = (all: readonly Owing[], { age }: DebtsInput): Owing[] =>
  all.filter(({ ages }) => age === undefined || ages[age] > 0)

async function sorted(ctx: UserCtx, listed: readonly Owing[], { sort, dir, age }: DebtsInput) {
  const names = sort === 'name' ? await nameKeys(ctx, listed) : new Map<number, string>()
  const keyOf = {
    total: (one: Owing) => (age === undefined ? one.total_kurus : one.ages[age]),
    name: ({ id }: Owing) => names.get(id) ?? '',
  }[sort]
  const sign = dir === 'asc' ? 1 : -1
  return listed.toSorted((one, other) => {
    const [left, right] = [keyOf(one), keyOf(other)]
    return left === right ? one.id - other.id : left < right ? 0 - sign : sign
  })
}

async function nameKeys(ctx: UserCtx, listed: readonly Owing[]): Promise<Map<number, string>> {
  const ids = listed.map(({ id }) => id)
  const rows = await ownRows(ctx, 'customer')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .select(['id', 'name_sort_key'])
    .execute()
  return new Map(rows.map((row) => [row.id, row.name_sort_key]))
}

const sumsOf = (owing: readonly Owing[]): DebtSums => ({
  count: owing.length,
  total_kurus: totalOf(owing),
  ages: agesIn(owing),
})

const totalOf = (owing: readonly Owing[]): Kurus =>
  owing.reduce((sum, { total_kurus }) => sum + total_kurus, 0)

const agesIn = (owing: readonly Owing[]): Ages =>
  owing.reduce<Ages>((sums, { ages }) => sums.map((sum, age) => sum + (ages[age] ?? 0)) as Ages, [0, 0, 0, 0])

/** Adds to customers their name, phone, cars and last payment. */
async function debtorsOf(ctx: UserCtx, owing: readonly Owing[]): Promise<Debtor[]> {
  if (owing.length === 0) return []
  const ids = owing.map(({ id }) => id)
  const [rows, carsOf, lastOf] = await Promise.all([
    ownRows(ctx, 'customer')
      .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
      .select(['id', 'name', 'phone'])
      .execute(),
    lastCarsOf(ctx, owing),
    lastPaymentsOf(ctx, ids),
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return owing.map(({ id, total_kurus, ages }) => {
    const { name = '', phone = '' } = byId.get(id) ?? {}
    const plates = carsOf(id).cars.map(({ plate, vin }) => plate || vin)
    return { customer_id: id, name, phone, plates, ages, total_kurus, last_payment: lastOf(id) }
  })
}

/** Returns the function that gives a customer's newest payment that was not cancelled; `null` for none. */
async function lastPaymentsOf(
  ctx: UserCtx,
  ids: readonly number[],
): Promise<(id: number) => Debtor['last_payment']> {
  const customers = await membersOf(ctx, 'customer', ids)
  const own = customers.map(({ id }) => id)
  // In two statements, because a condition on either column would read all payments of the shop.
  const newest = await Promise.all([
    newestPayments(ctx, 'kayit.customer_id', own),
    newestPayments(ctx, 'payment.customer_id', own),
  ])
  const byCustomer = Map.groupBy(newest.flat(), ({ customer }) => customer)
  const byRoot = Map.groupBy(customers, ({ root }) => root)
  return (root) => {
    const payments = byRoot.get(root)?.flatMap(({ id }) => byCustomer.get(id) ?? []) ?? []
    const [last] = payments.sort((one, other) =>
      one.day === other.day ? other.id - one.id : one.day < other.day ? 1 : -1,
    )
    return last === undefined ? null : { day: last.day, amount_kurus: last.amount_kurus, method: last.method }
  }
}

/** Returns the newest payment of each customer, on one of its records or on account, unless it was cancelled. */
const newestPayments = (
  ctx: UserCtx,
  customer: 'kayit.customer_id' | 'payment.customer_id',
  ids: readonly number[],
) =>
  ownRows(ctx, 'payment')
    .leftJoin('kayit', inSameShop('kayit.id', 'payment.kayit_id'))
    .leftJoin('payment as reversal', (join) =>
      join.onRef('reversal.shop_id', '=', 'payment.shop_id').onRef('reversal.reverses', '=', 'payment.id'),
    )
    .where((eb) => eb(customer, '=', eb.fn.any(eb.val([...ids]))))
    .where('payment.kind', '=', 'payment')
    .where('payment.reverses', 'is', null)
    .where('reversal.id', 'is', null)
    .distinctOn(customer)
    .orderBy(customer)
    .orderBy('payment.day', 'desc')
    .orderBy('payment.id', 'desc')
    .select([
      `${customer} as customer`,
      'payment.id',
      'payment.day',
      'payment.amount_kurus',
      'payment.method',
    ])
    .execute()
