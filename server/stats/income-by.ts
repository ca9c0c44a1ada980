import { sql } from 'kysely'

import { type ShopCtx, ownRows } from '#server/platform/core/own-rows.ts'
import { itemKey } from '#shared/item/rules.ts'
import { addDays, type DayRange, daysOfWholeMonth, monthOf } from '#shared/date.ts'
import type { Kurus } from '#shared/money.ts'
import { monthsOf } from '#shared/stats/period.ts'
import type { Breakdown } from '#shared/stats/schema.ts'
import { sameLook } from '#shared/text.ts'
import { orderTr } from '#shared/turkish.ts'

import { addExactly } from './exact.ts'
import { makeGroups, operationGroups } from './queries.ts'

type Income = { name: string; gelir_kurus: Kurus }

const TOP = 10

/** Returns the income of the period's operations by their upper-cased names. */
export const incomeByOperation = async (shop: ShopCtx, period: DayRange): Promise<Breakdown> =>
  breakdown(groupedBy(await incomesOf(shop, 'operation_totals', period), (name) => name))

/**
 * Returns the income of the period's records by make. Spellings that differ only in case are one make, named by the
 * spelling with the most income; '' is no make.
 */
export async function incomeByMake(shop: ShopCtx, period: DayRange): Promise<Breakdown> {
  const incomes = await incomesOf(shop, 'make_totals', period)
  const spellings = groupedBy(
    incomes.map(({ name, gelir_kurus }) => ({ name: sameLook(name), gelir_kurus })),
    (name) => name,
  )
  return breakdown(groupedBy(spellings, itemKey))
}

/** The column of the name, and how the income of days is counted. */
const COUNTED = {
  operation_totals: { column: 'islem_adi_upper', count: operationGroups },
  make_totals: { column: 'arac_marka', count: makeGroups },
} as const

/** The income by name: of the period's whole months from the totals, of the days before and after from the records. */
async function incomesOf(shop: ShopCtx, table: keyof typeof COUNTED, period: DayRange): Promise<Income[]> {
  const { column, count } = COUNTED[table]
  const months = monthsOf(period)
  const whole = months.filter(isWhole).map(({ from }) => from)
  const name = sql.ref<string>(column)
  const stored = ownRows(shop, table)
    .where('month', 'in', whole)
    .groupBy(name)
    .select(({ fn }) => [name.as('name'), fn.sum<number>('gelir_kurus').as('gelir_kurus')])
  const incomes: Income[] = whole.length === 0 ? [] : await stored.execute()
  for (const { from, to } of months.filter((month) => !isWhole(month)))
    for (const { gelir_kurus, ...of } of await count(shop, { from, until: addDays(to, 1) }))
      incomes.push({ name: 'arac_marka' in of ? of.arac_marka : of.islem_adi_upper, gelir_kurus })
  return incomes
}

function isWhole({ from, to }: DayRange): boolean {
  const { year, month } = monthOf(from)
  const whole = daysOfWholeMonth(year, month)
  return whole.from === from && whole.to === to
}

/** One row for each key, named by its largest part. */
function groupedBy(incomes: readonly Income[], keyOf: (name: string) => string): Income[] {
  const sums = new Map<string, Income>()
  for (const { name, gelir_kurus } of incomes.toSorted(byIncome)) {
    const known = sums.get(keyOf(name))
    if (known === undefined) sums.set(keyOf(name), { name, gelir_kurus })
    else known.gelir_kurus = addExactly(known.gelir_kurus, gelir_kurus)
  }
  return [...sums.values()]
}

/** The greatest income first, equal ones in Turkish order. */
const byIncome = (a: Income, b: Income) => b.gelir_kurus - a.gelir_kurus || orderTr(a.name, b.name)

function breakdown(incomes: readonly Income[]): Breakdown {
  const earning = incomes.filter(({ gelir_kurus }) => gelir_kurus > 0).toSorted(byIncome)
  const others = earning.slice(TOP)
  const sum = others.reduce((total, { gelir_kurus }) => addExactly(total, gelir_kurus), 0)
  return {
    top: earning.slice(0, TOP),
    rest: others.length === 0 ? null : { names: others.length, gelir_kurus: sum },
  }
}
