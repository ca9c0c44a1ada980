import { FlexRender, type Row, type RowData } from '@tanstack/react-table'
import { type ComponentProps, memo } from 'react'

import {
  type DataColumn,
  type DataColumnMeta,
  type dataTableFeatures,
} from '#client/components/data-table/columns.ts'
import { cn } from '#client/lib/cn.ts'
import { TableCell, TableRow } from '#client/ui/table.tsx'

export type Density = 'compact' | 'normal' | 'comfortable'

export const ROW_HEIGHT: Record<Density, string> = {
  compact: 'md:h-9 md:py-0',
  normal: 'md:h-11',
  comfortable: 'md:h-14',
}

export const CARD =
  'max-md:relative max-md:grid max-md:gap-1.5 max-md:rounded-lg max-md:border max-md:border-border max-md:bg-card max-md:p-4 md:focus-within:bg-sunken md:hover:bg-sunken lg:scroll-mt-12 short:scroll-mt-0'

const CELL =
  'md:max-lg:px-2 md:max-lg:text-sm print:h-8! print:px-1 print:text-xs max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-4 max-md:border-0 max-md:p-0 max-md:text-right max-md:before:shrink-0 max-md:before:text-sm max-md:before:text-muted-foreground max-md:before:content-[attr(data-label)] max-md:data-[card=hidden]:hidden max-md:data-[card=title]:-order-1 max-md:data-[card=title]:justify-start max-md:data-[card=title]:text-left max-md:data-[card=title]:text-lg max-md:data-[card=title]:font-semibold max-md:data-[card=title]:before:hidden max-md:data-[card=actions]:mt-1.5 max-md:data-[card=actions]:justify-end max-md:data-[card=actions]:before:hidden'

/** A list with all its columns fits from 1024 px on. */
const LEAST: Record<NonNullable<DataColumnMeta['least']>, string> = {
  name: 'md:min-w-24',
  title: 'md:min-w-36 lg:min-w-56 lg:max-xl:min-w-44',
  email: 'md:min-w-36 lg:min-w-48 lg:max-xl:min-w-36',
}

export const wideOnly = (meta: DataColumnMeta | undefined) => meta?.wide === true && 'md:max-lg:hidden'
export const printed = (meta: DataColumnMeta | undefined) => (meta?.card === 'actions' ? 'hide' : undefined)

interface DataRowProps<Data extends RowData> {
  row: Row<typeof dataTableFeatures, Data>
  columns: DataColumn<Data>[]
  density: Density
  rowProps: ((row: Data) => ComponentProps<'tr'>) | undefined
}

function PlainDataRow<Data extends RowData>({ row, density, rowProps }: DataRowProps<Data>) {
  const { className, ...props } = rowProps?.(row.original) ?? {}
  return (
    <TableRow {...props} className={cn(CARD, className)}>
      {row.getAllCells().map((cell) => {
        const { meta, header } = cell.column.columnDef
        return (
          <TableCell
            key={cell.id}
            data-label={String(header)}
            data-card={meta?.card}
            data-print={printed(meta)}
            className={cn(
              CELL,
              ROW_HEIGHT[density],
              meta?.align === 'right' && 'md:text-right',
              wideOnly(meta),
            )}
          >
            <div className={cn('min-w-0', meta?.least !== undefined && LEAST[meta.least])}>
              <FlexRender cell={cell} />
            </div>
          </TableCell>
        )
      })}
    </TableRow>
  )
}

/**
 * Memoised: a row renders when its data or columns change, not with every key in the search or every dialog.
 * The table creates a new `row` object for the same data, so `row` is compared by its data.
 */
export const DataRow = memo(
  PlainDataRow,
  (before, after) =>
    before.row.original === after.row.original &&
    before.columns === after.columns &&
    before.density === after.density &&
    before.rowProps === after.rowProps,
) as typeof PlainDataRow
