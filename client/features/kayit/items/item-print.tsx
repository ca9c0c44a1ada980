import { cn } from '#client/lib/cn.ts'
import { formatCount } from '#client/lib/format.ts'
import { EMPTY_DASH } from '#shared/date.ts'
import { totalsOfLines } from '#shared/line-totals.ts'
import { formatTL, kayitTotals, lineTotals, type Totals } from '#shared/money.ts'

import type { IslemRow } from './items.ts'

const AMOUNTS = ['net_kurus', 'kdv_kurus', 'brut_kurus'] as const
const HEADS = ['İşlem', 'Adet', 'Birim fiyat', 'KDV hariç', 'KDV', 'KDV dahil']
const CELL = 'px-1.5 py-1 text-right align-top whitespace-pre first:pl-0 last:pr-0'
const NAME = 'text-left whitespace-normal'
/** Total in kuruş from which on amounts are printed smaller; otherwise names would get one word a line. */
const WIDE_KURUS = 10_000_000_000
const LINE = 'border-b border-border'

/** Columns for a user who sees no prices. */
const UNPRICED_HEADS = ['İşlem', 'Adet']

/** Prints the work items with the columns of the document with VAT; the browser repeats the head on every page. */
export function IslemPrint({ rows, hasPrices }: { rows: readonly IslemRow[]; hasPrices: boolean }) {
  const totals = kayitTotals(rows)
  const ofLines = totalsOfLines(rows)
  const isWide = totals === null || totals.brut_kurus >= WIDE_KURUS
  return (
    <table className={cn('mb-4 w-full border-collapse', isWide ? 'text-[0.625rem]/4' : 'text-xs')}>
      <thead>
        <tr className="border-b-2 border-foreground">
          {(hasPrices ? HEADS : UNPRICED_HEADS).map((head) => (
            <th key={head} scope="col" className={cn(CELL, 'first:text-left')}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.key} className={LINE}>
            <td className={cn(CELL, NAME, 'w-full')}>{row.islem_adi}</td>
            <td className={CELL}>{formatCount(row.islem_adet)}</td>
            {hasPrices && <td className={CELL}>{formatTL(row.fiyat_kurus)}</td>}
            {hasPrices && <Amounts totals={ofLines?.[index] ?? lineTotals(row)} />}
          </tr>
        ))}
        {/* The totals are no table footer, because browsers repeat that on every page. */}
        {(hasPrices || rows.length === 0) && (
          <tr className="break-before-avoid border-foreground font-semibold">
            <th scope="row" colSpan={3} className={cn(CELL, NAME)}>
              {rows.length === 0 ? 'Henüz işlem yok.' : 'Toplam'}
            </th>
            {hasPrices && <Amounts totals={totals} />}
          </tr>
        )}
      </tbody>
    </table>
  )
}

/** Prints the totals; `null` means above the limit of a record. */
function Amounts({ totals }: { totals: Totals | null }) {
  return AMOUNTS.map((name) => (
    <td key={name} className={CELL}>
      {totals === null ? EMPTY_DASH : formatTL(totals[name])}
    </td>
  ))
}
