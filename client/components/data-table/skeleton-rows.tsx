import { cn } from '#client/lib/cn.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TableCell, TableRow } from '#client/ui/table.tsx'

export interface SkeletonRowsProps {
  rows: number
  columns: number
  className?: string
}

/** Rows of the final height while the first page loads; the first one says so in words. */
export function SkeletonRows({ rows, columns, className }: SkeletonRowsProps) {
  return Array.from({ length: rows }, (_, row) => (
    <TableRow key={row}>
      {Array.from({ length: row === 0 ? 1 : columns }, (_, column) => (
        <TableCell
          key={column}
          colSpan={row === 0 ? columns : 1}
          className={cn('max-md:block max-md:border-0', className)}
        >
          {row === 0 ? <output>Yükleniyor...</output> : <Skeleton className="h-5" />}
        </TableCell>
      ))}
    </TableRow>
  ))
}
