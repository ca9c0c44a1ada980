import { cn } from '#client/lib/cn.ts'
import { TableCell, TableRow } from '#client/ui/table.tsx'

export interface SkeletonRowsProps {
  rows: number
  columns: number
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
      {Array.from({ length: columns }, (_, column) => (
        <TableCell key={column} className={cn(CARD_CELL, cellClassName)}>
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
