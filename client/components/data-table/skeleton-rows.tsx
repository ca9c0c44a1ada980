import type { DataColumn, DataColumnMeta } from '#client/components/data-table/columns.ts'
import { type Density, lookOf, rowClass } from '#client/components/data-table/data-row.tsx'
import { cn } from '#client/lib/cn.ts'
import { TableRow } from '#client/ui/table.tsx'

export interface SkeletonRowsProps {
  rows: number
  columns: readonly Pick<DataColumn<never>, 'id' | 'meta' | 'header'>[]
  density: Density
}

/** A screenful. They do not pulse: each frame of that would delay the real rows on a slow phone. */
const MOST = 16

const BAR = 'h-5 w-full rounded-md bg-secondary-soft max-md:w-24'

/** Placeholder rows (cards on a phone) with the columns and the height of the real ones, during the first load. */
export function SkeletonRows({ rows, columns, density }: SkeletonRowsProps) {
  const cards = columns.map(({ meta }) => cardOf(meta, columns))
  const isTwoLines = cards.includes('plate')
  const row = rowClass(isTwoLines, isTwoLines && cards.includes('actions'), isTwoLines ? TWO_LINES : '')
  return Array.from({ length: Math.min(rows, MOST) }, (_, index) => (
    <TableRow key={index} className={row}>
      {columns.map((column, cell) => (
        <td key={column.id} {...lookOf(column, density).cell} data-card={cards[cell]}>
          <div aria-hidden className={cn(BAR, cards[cell] === 'actions' && 'max-md:invisible max-md:h-11')} />
        </td>
      ))}
    </TableRow>
  ))
}

/** The height of a card with a plate and a name. */
const TWO_LINES = 'max-md:min-h-[5.1875rem]'

/** A card that depends on its row is titled by the first of the columns that may title it. */
function cardOf(meta: DataColumnMeta | undefined, columns: SkeletonRowsProps['columns']) {
  if (typeof meta?.card !== 'function') return meta?.card
  return columns.find((one) => typeof one.meta?.card === 'function')?.meta === meta ? 'plate' : 'hidden'
}
