import { sql } from 'kysely'

import { itemKey } from '#shared/item/rules.ts'
import { addDays, type Day, type DayRange, daysOfWholeMonth, monthOf } from '#shared/date.ts'
import type { Kurus } from '#shared/money.ts'
import { monthsOf } from '#shared/stats/period.ts'
import type { Breakdown } from '#shared/stats/schema.ts'
import { sameLook } from '#shared/text.ts'
import { orderTr } from '#shared/turkish.ts'

import { addExactly } from './exact.ts'
import { makeGroups, operationGroups, type Scope } from './queries.ts'

type Income = { name: string; gelir_kurus: Kurus }

const TOP = 10

/**
 * Returns the income of the period's operations by their upper-cased names: from the totals of its whole months, and
 * from the items of the days before and after these.
 */
export async function incomeByOperation(scope: Scope, period: DayRange): Promise<Breakdown> {
  const { whole, others } = partsOf(period)
  const incomes = await monthIncomes(scope, 'operation_totals', whole)
  for (const part of others)
    for (const { islem_adi_upper: name, gelir_kurus } of await operationGroups(scope, part))
      incomes.push({ name, gelir_kurus })
  return breakdown(groupedBy(incomes, (name) => name))
}

/** The whole months of a period, and the days before and after these. */
function partsOf(period: DayRange): { whole: DayRange[]; others: { from: Day; until: Day }[] } {
  const months = monthsOf(period)
  const others = months.filter((month) => !isWhole(month))
  return {
    whole: months.filter(isWhole),
    others: others.map(({ from, to }) => ({ from, until: addDays(to, 1) })),
  }
}

function isWhole({ from, to }: DayRange): boolean {
  const { year, month } = monthOf(from)
  const whole = daysOfWholeMonth(year, month)
  return whole.from === from && whole.to === to
}

const NAMES = { operation_totals: 'islem_adi_upper', make_totals: 'arac_marka' } as const

/** The stored income of whole months, by the name that the table counts. */
async function monthIncomes(
  { db, actor }: Scope,
  table: keyof typeof NAMES,
  months: readonly DayRange[],
): Promise<Income[]> {
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined) return []
  const name = sql.ref<string>(NAMES[table])
  return db
    .selectFrom(table)
    .where('shop_id', '=', actor.shop)
    .where('month', '>=', first.from)
    .where('month', '<=', last.to)
    .groupBy(name)
    .select(({ fn }) => [name.as('name'), fn.sum<number>('gelir_kurus').as('gelir_kurus')])
    .execute()
}

/**
 * Returns the income of the period's records by make, in the same way. Spellings that look the same but for their case
 * are one make, named by the spelling with the most income; '' is no make.
 */
export async function incomeByMake(scope: Scope, period: DayRange): Promise<Breakdown> {
  const { whole, others } = partsOf(period)
  const incomes = await monthIncomes(scope, 'make_totals', whole)
  for (const part of others)
    for (const { arac_marka: name, gelir_kurus } of await makeGroups(scope, part))
      incomes.push({ name, gelir_kurus })
  const spellings = groupedBy(
    incomes.map(({ name, gelir_kurus }) => ({ name: sameLook(name), gelir_kurus })),
    (name) => name,
  )
  return breakdown(groupedBy(spellings, itemKey))
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
