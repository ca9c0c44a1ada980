import { addExactly } from './exact.ts'

/** Adds up rows with the same key, separately for each column of `sums`. */
export class Tally<Row extends Record<Sum, number>, Sum extends string> {
  readonly #rows = new Map<string, Row>()
  readonly #sums: readonly Sum[]
  readonly #keyOf: (row: Row) => string

  constructor(sums: readonly Sum[], keyOf: (row: Row) => string) {
    this.#sums = sums
    this.#keyOf = keyOf
  }

  /** Adds a row, or subtracts it with -1. Throws RangeError when a sum is not a safe integer. */
  add(row: Row, sign: 1 | -1): void {
    const key = this.#keyOf(row)
    const known = this.#rows.get(key)
    const sums = this.#sums.map((sum) => [sum, addExactly(known?.[sum] ?? 0, sign * row[sum])])
    this.#rows.set(key, { ...row, ...Object.fromEntries(sums) })
  }

  /** The sums of each key, in the order of the keys. */
  rows(): Row[] {
    return [...this.#rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  }

  /** The rows whose sums are not all zero. */
  changes(): Row[] {
    return this.rows().filter((row) => this.#sums.some((sum) => row[sum] !== 0))
  }
}
