import { hasIncome } from '#shared/kayit/rules.ts'
import { divideRounded, type Kurus, type Line, lineTotals } from '#shared/money.ts'

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

/** Equal lines of work, or equal expenses. */
type Many<One> = One & { count: number }

/**
 * Returns the estimate. Each line is rounded by itself and cancelled records count in nothing, as in the month's file.
 * Throws RangeError for a line over the limit of totals.
 */
export function estimateVat(
  month: string,
  lines: readonly Many<Line & { durum: string }>[],
  expenses: readonly Many<Vat & { amount_kurus: Kurus }>[],
): VatEstimate {
  const counted = lines.filter(hasIncome)
  const collected_kurus = counted.reduce((sum, line) => sum + vatOfLine(line) * line.count, 0)
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

function vatOfLine(line: Line): Kurus {
  const totals = lineTotals(line)
  if (totals === null) throw new RangeError('the total of a line is over the limit')
  return totals.kdv_kurus
}
