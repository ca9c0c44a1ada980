import type { DataColumn, DataColumnMeta } from '#client/components/data-table/columns.ts'
import { type Density, cellProps, rowClass } from '#client/components/data-table/data-row.tsx'
import { cn } from '#client/lib/cn.ts'
import { TableRow } from '#client/ui/table.tsx'

interface SkeletonRowsProps {
  rows: number
  columns: readonly Pick<DataColumn<never>, 'id' | 'meta' | 'header'>[]
  density: Density
}

/**
 * The most placeholder rows, which fill a screen. They do not pulse, because each frame would delay the real rows on a
 * slow phone.
 */
const MOST = 16

/** A placeholder with the height of a line of its cell. */
const LINE = 'flex h-lh w-full items-center max-md:w-24 max-md:self-center'
const BAR = 'h-3 w-4/5 rounded-sm bg-secondary-soft'
/** The outline of a plate, as wide as a usual one. */
const PLATE = 'h-7 w-full max-w-32 rounded-sm border-2 border-l-[1rem] border-secondary-soft'

/** Placeholder rows (cards on a phone) during the first load, with the columns and the height of the real ones. */
export function SkeletonRows({ rows, columns, density }: SkeletonRowsProps) {
  const cards = columns.map(({ meta }) => cardOf(meta, columns))
  const isTwoLines = cards.includes('plate')
  const row = rowClass(isTwoLines, isTwoLines && cards.includes('actions'))
  return Array.from({ length: Math.min(rows, MOST) }, (_, index) => (
    <TableRow key={index} className={row}>
      {columns.map((column, cell) => (
        <td key={column.id} {...cellProps(column, density)} data-card={cards[cell]}>
          <div aria-hidden className={cn(LINE, cards[cell] === 'actions' && 'max-md:invisible max-md:h-11')}>
            <div
              className={cards[cell] === 'plate' ? PLATE : cn(BAR, cards[cell] === 'actions' && 'invisible')}
            />
          </div>
        </td>
      ))}
    </TableRow>
  ))
}

/**
 * Returns the column's place on a placeholder card. If the place depends on the row, the first such column is the
 * title.
 */
function cardOf(meta: DataColumnMeta, columns: SkeletonRowsProps['columns']) {
  if (typeof meta.card !== 'function') return meta.card
  return columns.find((one) => typeof one.meta.card === 'function')?.meta === meta ? 'plate' : 'hidden'
}
