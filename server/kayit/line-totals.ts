import { totalsOfLines } from '#shared/line-totals.ts'
import { kayitTotals, type Line, type Totals } from '#shared/money.ts'

/** Returns a stored record's totals, which are within the limit, because saving checks that. */
export function totalsOf(lines: readonly Line[]) {
  const totals = kayitTotals(lines)
  if (totals === null) throw overLimit()
  return totals
}

/** Returns the lines of a stored record, each with its totals, which add up to those of the record. */
export function withTotals<L extends Line>(lines: readonly L[]): { line: L; totals: Totals }[] {
  const totals = totalsOfLines(lines)
  if (totals === null) throw overLimit()
  return lines.flatMap((line, index) => {
    const own = totals[index]
    return own === undefined ? [] : [{ line, totals: own }]
  })
}

const overLimit = () => new RangeError('A stored record is over the limit of its total.')
