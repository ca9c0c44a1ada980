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
  // Second lines have no room here.
  compact: 'md:h-9 md:py-0 md:[&_[data-second]]:hidden',
  normal: 'md:h-11 md:py-px',
  comfortable: 'md:h-14',
}

export const CARD =
  'max-md:relative max-md:grid max-md:gap-1.5 max-md:rounded-lg max-md:border max-md:border-border max-md:bg-card max-md:p-4 group/row md:focus-within:bg-sunken md:hover:bg-sunken lg:scroll-mt-12 short:scroll-mt-0'

const CELL =
  'md:max-xl:px-1.5 xl:max-[90rem]:px-2 md:max-lg:text-xs print:h-8! print:px-1 print:text-xs max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-4 max-md:border-0 max-md:p-0 max-md:text-right max-md:before:shrink-0 max-md:before:text-sm max-md:before:text-muted-foreground max-md:before:content-[attr(data-label)] max-md:data-[card=hidden]:hidden max-md:data-[card=unseen]:hidden max-md:data-[card=title]:-order-1 max-md:data-[card=title]:justify-start max-md:data-[card=title]:text-left max-md:data-[card=title]:text-lg max-md:data-[card=title]:font-semibold max-md:data-[card=title]:before:hidden max-md:data-[card=actions]:mt-1.5 max-md:data-[card=actions]:justify-end max-md:data-[card=actions]:before:hidden'

/** Plate and amount, then who and state. */
const TWO_LINES =
  'max-md:grid-cols-[minmax(0,1fr)_auto] max-md:rounded-none max-md:border-0 max-md:border-b max-md:bg-transparent max-md:last:border-b-0 max-md:items-center max-md:gap-x-3 max-md:gap-y-2 max-md:p-3 max-md:[grid-template-areas:"plate_amount"_"who_state"] max-md:*:before:hidden max-md:*:data-[card=actions]:absolute max-md:*:data-[card=actions]:inset-0 max-md:*:data-[card=actions]:mt-0 max-md:*:data-[card=plate]:[grid-area:plate] max-md:*:data-[card=amount]:[grid-area:amount] max-md:*:data-[card=who]:[grid-area:who] max-md:*:data-[card=state]:[grid-area:state] max-md:*:data-[card=plate]:justify-start max-md:*:data-[card=who]:justify-start max-md:*:data-[card=who]:text-left max-md:*:data-[card=amount]:justify-end max-md:*:data-[card=state]:justify-end'

/** Room for the button of the card's menu. */
const MENU = 'max-md:pr-12'

/** A list with all its columns fits from 1024 px on. */
const LEAST: Record<NonNullable<DataColumnMeta['least']>, string> = {
  name: 'md:min-w-24',
  title: 'md:min-w-36 lg:min-w-56 lg:max-xl:min-w-44',
  email: 'md:min-w-36 lg:min-w-48 lg:max-xl:min-w-36',
}

const FROM = {
  lg: 'md:max-lg:hidden',
  xl: 'md:max-xl:hidden',
  wide: 'md:max-[100rem]:hidden',
  card: 'md:hidden',
  noPreview: 'xl:hidden',
}
export const wideOnly = (meta: DataColumnMeta | undefined) => meta?.from !== undefined && FROM[meta.from]
export const printed = (meta: DataColumnMeta | undefined) =>
  meta?.card === 'actions' || meta?.card === 'unseen' ? 'hide' : undefined

const cardOf = (meta: DataColumnMeta | undefined, row: unknown) =>
  typeof meta?.card === 'function' ? meta.card(row) : meta?.card

interface DataRowProps<Data extends RowData> {
  row: Row<typeof dataTableFeatures, Data>
  columns: DataColumn<Data>[]
  density: Density
  rowProps: ((row: Data) => ComponentProps<'tr'>) | undefined
}

function PlainDataRow<Data extends RowData>({ row, density, rowProps }: DataRowProps<Data>) {
  const { className, ...props } = rowProps?.(row.original) ?? {}
  const cards = row.getAllCells().map(({ column }) => cardOf(column.columnDef.meta, row.original))
  const isTwoLines = cards.includes('plate')
  return (
    <TableRow
      {...props}
      className={cn(
        CARD,
        isTwoLines && TWO_LINES,
        isTwoLines && cards.includes('actions') && MENU,
        className,
      )}
    >
      {row.getAllCells().map((cell) => {
        const { meta, header } = cell.column.columnDef
        return (
          <TableCell
            key={cell.id}
            data-label={String(header)}
            data-card={cardOf(meta, row.original)}
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
