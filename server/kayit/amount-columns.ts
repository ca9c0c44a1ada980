import type { Column } from '#server/platform/export/sheet.ts'
import { hasIncome } from '#shared/kayit/rules.ts'
import type { Kurus, Line, Totals } from '#shared/money.ts'

import { totalsOf } from './document.ts'

/** The amounts of a row in a file: of a whole record, or of one of its items. */
export type RowAmounts = { durum: string; totals: Totals }

/** Returns the amounts of these lines of a record. Throws RangeError when a stored record is over the limit. */
export const rowAmounts = (durum: string, lines: readonly Line[]): RowAmounts => ({
  durum,
  totals: totalsOf(lines),
})

/** How a file says in words what its amounts are. */
export const AMOUNT_WORDS = 'Tutarlar KDV dahildir; iptal edilenlerin tutarı ayrı sütundadır'

const all = () => true

/**
 * The columns of the amounts in every file. A cancelled record has its amount in a column of its own and nothing in the
 * others, so that the sum of a column is the income of the statistics.
 */
export function amountColumns<Row>(amountsOf: (row: Row) => RowAmounts | null): Column<Row>[] {
  const money = (
    title: string,
    width: number,
    value: (amounts: RowAmounts) => Kurus | null,
  ): Column<Row> => ({
    title,
    width,
    kind: 'money',
    value: (row) => {
      const amounts = amountsOf(row)
      return amounts && value(amounts)
    },
    sum: all,
  })
  const income = (title: string, width: number, part: keyof Totals) =>
    money(title, width, (amounts) => (hasIncome(amounts) ? amounts.totals[part] : null))
  return [
    income('KDV hariç (₺)', 15, 'net_kurus'),
    income('KDV (₺)', 14, 'kdv_kurus'),
    income('Tutar (₺)', 16, 'brut_kurus'),
    money('İptal tutarı (₺)', 15, (amounts) => (hasIncome(amounts) ? null : amounts.totals.brut_kurus)),
  ]
}
