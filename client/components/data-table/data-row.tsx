import { type ComponentProps, memo } from 'react'

import type { DataColumn, DataColumnMeta } from '#client/components/data-table/columns.ts'
import { PRESSABLE_ROW } from '#client/components/open-row.ts'
import { cn } from '#client/lib/cn.ts'
import { tableCell, TableRow } from '#client/ui/table.tsx'

export type Density = 'compact' | 'normal' | 'comfortable'

const ROW_HEIGHT: Record<Density, string> = {
  // A low row has no second lines, except in a normal one those of a hit and of a rest.
  compact:
    'md:h-9 md:py-0 md:leading-5 md:[&_[data-second]]:hidden xl:[&_.plate]:text-base xl:[&_.plate]:leading-6',
  normal:
    'md:h-11 md:py-px md:leading-5 md:[&_[data-second]:not(:has(mark),[data-rest])]:hidden xl:[&_.plate]:text-base xl:[&_.plate]:leading-6',
  comfortable: 'md:h-13.5 md:leading-5',
}

const CARD =
  'max-md:relative max-md:grid max-md:gap-1.5 max-md:rounded-lg max-md:border max-md:border-border max-md:bg-card max-md:p-4 group/row md:focus-within:bg-sunken md:has-data-opens:hover:bg-sunken lg:scroll-mt-12 short:scroll-mt-0'

/** The side padding of a cell, and the smaller text of a tablet. */
export const CELL_PADDING = 'md:max-xl:px-1.5 xl:max-[90rem]:px-2 md:max-lg:text-xs'

const CELL =
  'print:h-8! print:px-1 print:text-xs max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-4 max-md:border-0 max-md:p-0 max-md:text-right max-md:before:shrink-0 max-md:before:text-sm max-md:before:text-muted-foreground max-md:before:content-[attr(data-label)] max-md:data-[card=hidden]:hidden max-md:data-[card=unseen]:hidden max-md:data-[card=title]:-order-1 max-md:data-[card=title]:justify-start max-md:data-[card=title]:text-left max-md:data-[card=title]:text-lg max-md:data-[card=title]:font-semibold max-md:data-[card=title]:before:hidden max-md:data-[card=actions]:mt-1.5 max-md:data-[card=actions]:justify-end max-md:data-[card=actions]:before:hidden'

/** A card of two lines: plate and amount, then customer and status; without a status it is lower. */
const TWO_LINES =
  'max-md:min-h-[5.3125rem] max-md:grid-cols-[minmax(6rem,1fr)_auto] max-md:rounded-none max-md:border-0 max-md:border-b max-md:bg-transparent max-md:last:border-b-0 max-md:items-center max-md:gap-x-3 max-md:gap-y-2 max-md:p-3 max-md:[grid-template-areas:"plate_amount"_"who_state"] max-md:*:before:hidden max-md:*:data-[card=actions]:absolute max-md:*:data-[card=actions]:inset-0 max-md:*:data-[card=actions]:mt-0 max-md:*:data-[card=plate]:[grid-area:plate] max-md:*:data-[card=amount]:[grid-area:amount] max-md:*:data-[card=who]:[grid-area:who] max-md:*:data-[card=state]:[grid-area:state] max-md:*:data-[card=plate]:justify-start max-md:*:data-[card=plate]:text-left max-md:*:data-[card=who]:justify-start max-md:*:data-[card=who]:text-left max-md:*:data-[card=amount]:justify-end max-md:*:data-[card=state]:justify-end max-md:not-has-data-[card=state]:min-h-[4.25rem] max-md:not-has-data-[card=state]:gap-y-0 max-md:not-has-data-[card=state]:py-2 max-md:not-has-data-[card=state]:[grid-template-areas:"plate_amount"_"who_who"]'

/**
 * A card out of sight is neither laid out nor painted. A menu of the card is fixed in the window, so a card with an
 * open menu is not contained. The estimated height leaves out the padding and the line.
 */
const CONTAINED =
  'max-md:[content-visibility:auto] max-md:[contain-intrinsic-height:auto_3.75rem] max-md:[overflow-clip-margin:6px] max-md:has-[[aria-expanded=true]]:[content-visibility:visible]'

/** The padding for the button of the card's menu; the status stands below the button. */
const MENU = 'max-md:pr-12 max-md:*:data-[card=state]:-mr-9'

const FROM = {
  lg: 'md:max-lg:hidden',
  xl: 'md:max-xl:hidden',
  wide: 'md:max-[100rem]:hidden',
  card: 'md:hidden',
  noPreview: 'xl:hidden',
}
export const wideScreenClass = (meta: DataColumnMeta) => meta.from !== undefined && FROM[meta.from]
export const printVisibility = (meta: DataColumnMeta) =>
  meta.card === 'actions' || meta.card === 'unseen' ? 'hide' : undefined

const cardOf = (meta: DataColumnMeta, row: unknown) =>
  typeof meta.card === 'function' ? meta.card(row) : meta.card

interface DataRowProps<Data> {
  row: Data
  columns: DataColumn<Data>[]
  density: Density
  rowProps: ((row: Data) => ComponentProps<'tr'>) | undefined
}

function PlainDataRow<Data>({ row, columns, density, rowProps }: DataRowProps<Data>) {
  const { className, ...props } = rowProps?.(row) ?? {}
  const cards = columns.map(({ meta }) => cardOf(meta, row))
  const isTwoLines = cards.includes('plate')
  return (
    <TableRow
      {...PRESSABLE_ROW}
      {...props}
      className={rowClass(isTwoLines, isTwoLines && cards.includes('actions'), className)}
    >
      {columns.map((column, index) => (
        <td key={column.id} {...cellProps(column, density)} data-card={cards[index]}>
          {/* The function is called, not rendered as a component: the cell functions of our columns have no hooks. */}
          <div className="min-w-0">{column.cell(row)}</div>
        </td>
      ))}
    </TableRow>
  )
}

/** The props that all cells of a column share, created once: a page has more than a thousand cells. */
type CellProps = ComponentProps<'td'>

type LabelledColumn = Pick<DataColumn<never>, 'meta' | 'header'>

const cachedProps = new WeakMap<object, Partial<Record<Density, CellProps>>>()

export function cellProps(column: LabelledColumn, density: Density): CellProps {
  let known = cachedProps.get(column)
  if (known === undefined) cachedProps.set(column, (known = {}))
  return (known[density] ??= createCellProps(column, density))
}

function createCellProps({ meta, header }: LabelledColumn, density: Density): CellProps {
  const own = cn(
    CELL_PADDING,
    CELL,
    ROW_HEIGHT[density],
    meta.align === 'right' && 'md:text-right',
    wideScreenClass(meta),
  )
  const labels = { 'data-label': header, 'data-print': printVisibility(meta) }
  return { ...tableCell(own), ...labels }
}

const rowClasses = new Map<string, string>()

/** Returns the classes of a row; `own` are the caller's. */
export function rowClass(isTwoLines: boolean, hasMenu: boolean, own = ''): string {
  const key = `${isTwoLines} ${hasMenu} ${own}`
  const known =
    rowClasses.get(key) ??
    cn(CARD, PRESSABLE_ROW.className, isTwoLines && [TWO_LINES, CONTAINED], hasMenu && MENU, own)
  rowClasses.set(key, known)
  return known
}

/**
 * The row is memoised: it renders when its data or columns change, not with every key in the search or every dialog.
 */
export const DataRow = memo(PlainDataRow) as typeof PlainDataRow
