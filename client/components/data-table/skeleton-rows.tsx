import { cn } from '#client/lib/cn.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TableCell, TableRow } from '#client/ui/table.tsx'

export interface SkeletonRowsProps {
  rows: number
  columns: number
  rowClassName: string
  cellClassName: string
}

/** Placeholder rows (cards on a phone) of the final height during the first load; the first one has the text. */
export function SkeletonRows({ rows, columns, rowClassName, cellClassName }: SkeletonRowsProps) {
  return Array.from({ length: rows }, (_, row) => (
    <TableRow key={row} className={rowClassName}>
      {Array.from({ length: columns }, (_, column) => (
        <TableCell key={column} className={cn('max-md:border-0 max-md:p-0', cellClassName)}>
          {row === 0 && column === 0 ? <output>Yükleniyor...</output> : <Skeleton className="h-5" />}
        </TableCell>
      ))}
    </TableRow>
  ))
}
