import { hasIncome } from '#shared/kayit/rules.ts'
import { divideRounded, type Kurus, kayitTotals, type Line } from '#shared/money.ts'

/** The rates of VAT that an expense can contain, in percent. */
export const VAT_RATES = [0, 1, 10, 20] as const
export type VatRate = (typeof VAT_RATES)[number]

type Vat = { vat_rate: VatRate | null }

/** Returns the VAT (kuruş) that a gross amount contains at a rate in percent: the amount less its rounded net. */
export function containedVat(gross: Kurus, percent: number): Kurus {
  const net = divideRounded(BigInt(gross) * 100n, BigInt(100 + percent))
  return gross - Number(net)
}

/** Returns the VAT that the expense contains, in kuruş; 0 without a rate. */
export const vatOf = ({ amount_kurus, vat_rate }: Vat & { amount_kurus: Kurus }): Kurus =>
  containedVat(amount_kurus, vat_rate ?? 0)

/** A month's VAT: what its records contain less what its expenses contain. All amounts are in kuruş. */
export type VatEstimate = {
  /** 'YYYY-MM-01'. */
  month: string
  collected_kurus: Kurus
  paid_kurus: Kurus
  /** Below 0 where more was paid than collected. */
  difference_kurus: Kurus
  /** The expenses without a rate, which count as VAT-free. */
  without_rate: number
}

/** Equal lines of items, or equal expenses. */
type Many<One> = One & { count: number }

/** A line of a record; `kayit_id` is that of a record with a discount, else `null`. */
type RecordLine = Line & { durum: string; kayit_id: number | null }

/**
 * Returns the estimate. Lines are rounded by themselves, those of a record with a discount as its totals are, and
 * cancelled records count in nothing, as in the month's file. Throws RangeError above the limit of totals.
 */
export function estimateVat(
  month: string,
  lines: readonly Many<RecordLine>[],
  expenses: readonly Many<Vat & { amount_kurus: Kurus }>[],
): VatEstimate {
  const counted = lines.filter(hasIncome)
  const [alone, discounted] = [
    counted.filter(({ kayit_id }) => kayit_id === null),
    counted.filter(({ kayit_id }) => kayit_id !== null),
  ]
  const records = Map.groupBy(discounted, ({ kayit_id }) => kayit_id).values()
  const collected_kurus =
    alone.reduce((sum, line) => sum + vatOfLines([line]) * line.count, 0) +
    [...records].reduce((sum, record) => sum + vatOfLines(record.flatMap(repeated)), 0)
  const paid_kurus = expenses.reduce((sum, expense) => sum + vatOf(expense) * expense.count, 0)
  const unrated = expenses.filter(({ vat_rate }) => vat_rate === null)
  return {
    month,
    collected_kurus,
    paid_kurus,
    difference_kurus: collected_kurus - paid_kurus,
    without_rate: unrated.reduce((sum, { count }) => sum + count, 0),
  }
}

const repeated = <One>(line: Many<One>): One[] => Array.from({ length: line.count }, () => line)

function vatOfLines(lines: readonly Line[]): Kurus {
  const totals = kayitTotals(lines)
  if (totals === null) throw new RangeError('the total of a record is over the limit')
  return totals.kdv_kurus
}
