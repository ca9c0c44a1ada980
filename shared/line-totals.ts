import { kayitTotals, type Line, lineTotals, type Totals } from './money.ts'

/**
 * Returns the totals of each line of a record, which add up to those of `kayitTotals`; a discount, the only line below
 * 0, gets the rest of the rounding. `null` as there.
 */
export function totalsOfLines(lines: readonly Line[]): Totals[] | null {
  const [whole, work] = [kayitTotals(lines), kayitTotals(lines.filter(isWork))]
  if (whole === null || work === null) return null
  const discount = {
    brut_kurus: whole.brut_kurus - work.brut_kurus,
    net_kurus: whole.net_kurus - work.net_kurus,
    kdv_kurus: whole.kdv_kurus - work.kdv_kurus,
  }
  return lines.flatMap((line) => (isWork(line) ? (lineTotals(line) ?? []) : discount))
}

const isWork = ({ fiyat_kurus }: Line) => fiyat_kurus >= 0
