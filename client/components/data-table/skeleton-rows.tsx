import type { DataColumn } from '#client/components/data-table/columns.ts'
import { wideOnly } from '#client/components/data-table/data-row.tsx'
import { cn } from '#client/lib/cn.ts'
import { TableCell, TableRow } from '#client/ui/table.tsx'

export interface SkeletonRowsProps {
  rows: number
  columns: readonly Pick<DataColumn<never>, 'id' | 'meta'>[]
  rowClassName: string
  cellClassName: string
}

/** A screenful. They do not pulse: each frame of that would delay the real rows on a slow phone. */
const MOST = 16

/** Cards of two lines on a phone. */
const CARD_CELL = 'max-md:border-0 max-md:p-0 max-md:nth-[n+5]:hidden'

/** Placeholder rows (cards on a phone) of the final height during the first load; the first one has the text. */
export function SkeletonRows({ rows, columns, rowClassName, cellClassName }: SkeletonRowsProps) {
  return Array.from({ length: Math.min(rows, MOST) }, (_, row) => (
    <TableRow key={row} className={cn(rowClassName, 'max-md:grid-cols-[2fr_1fr] max-md:gap-x-8')}>
      {columns.map(({ id, meta }, column) => (
        <TableCell key={id} className={cn(CARD_CELL, cellClassName, wideOnly(meta))}>
          {row === 0 && column === 0 ? (
            <output>Yükleniyor...</output>
          ) : (
            <div aria-hidden className="h-5 rounded-md bg-secondary-soft" />
          )}
        </TableCell>
      ))}
    </TableRow>
  ))
}
