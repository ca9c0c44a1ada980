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
 * The income of the period's operations by their upper-cased names: from the totals of its whole months, and from
 * the items of the days before and after these.
 */
export async function incomeByOperation(scope: Scope, period: DayRange): Promise<Breakdown> {
  const { whole, others } = partsOf(period)
  const rows = await operationTotals(scope, whole)
  for (const part of others) rows.push(...(await operationGroups(scope, part)))
  const incomes = rows.map(({ islem_adi_upper, gelir_kurus }) => ({ name: islem_adi_upper, gelir_kurus }))
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

async function operationTotals({ db, actor }: Scope, months: readonly DayRange[]) {
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined) return []
  return db
    .selectFrom('operation_totals')
    .where('shop_id', '=', actor.shop)
    .where('ay', '>=', first.from)
    .where('ay', '<=', last.to)
    .groupBy('islem_adi_upper')
    .select(({ fn }) => ['islem_adi_upper', fn.sum<number>('gelir_kurus').as('gelir_kurus')])
    .execute()
}

/**
 * The income of the period's records by make, in the same way. Spellings that look the same but for their case are one
 * make, named by the one with the most income; '' is no make.
 */
export async function incomeByMake(scope: Scope, period: DayRange): Promise<Breakdown> {
  const { whole, others } = partsOf(period)
  const rows = await makeTotals(scope, whole)
  for (const part of others) rows.push(...(await makeGroups(scope, part)))
  const written = groupedBy(
    rows.map(({ arac_marka, gelir_kurus }) => ({ name: sameLook(arac_marka), gelir_kurus })),
    (name) => name,
  )
  return breakdown(groupedBy(written, itemKey))
}

async function makeTotals({ db, actor }: Scope, months: readonly DayRange[]) {
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined) return []
  return db
    .selectFrom('make_totals')
    .where('shop_id', '=', actor.shop)
    .where('ay', '>=', first.from)
    .where('ay', '<=', last.to)
    .groupBy('arac_marka')
    .select(({ fn }) => ['arac_marka', fn.sum<number>('gelir_kurus').as('gelir_kurus')])
    .execute()
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
