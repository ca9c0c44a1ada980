import { ChevronDown, Download } from 'lucide-react'
import { use, useId, useState } from 'react'

import { cn } from '#client/lib/cn.ts'
import { saveText } from '#client/lib/download.ts'
import { formatCount } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import {
  Table,
  TableBody,
  TableCell,
  TableFooter,
  TableHead,
  TableHeader,
  TableRow,
} from '#client/ui/table.tsx'
import { type Cell, csvFile } from '#shared/csv.ts'
import { formatDay } from '#shared/date.ts'
import { formatTL } from '#shared/money.ts'

import { FigurePeriodContext } from './figure-period-context.ts'
import { formatPercent } from './format.ts'

export interface FigureColumn<Row> {
  header: string
  cell: (row: Row) => Cell
  /** The footer of the column. */
  total?: Cell
}

export interface FigureTableProps<Row> {
  /** The title of the figure; it names the table and distinguishes the buttons of a screen. */
  title: string
  /** The first column names the row; the others are numbers. */
  columns: readonly FigureColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
}

/**
 * 'Tabloyu göster' and 'Tabloyu gizle': the figures of a chart as a table, rendered only while it is open, and as a
 * file, which has the kuruş.
 */
export function FigureTable<Row>(props: FigureTableProps<Row>) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const period = use(FigurePeriodContext)
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <Button
        variant="ghost"
        size="sm"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-description={props.title}
        className="-ml-3"
        onClick={() => setOpen(!open)}
      >
        {open ? 'Tabloyu gizle' : 'Tabloyu göster'}
        <ChevronDown aria-hidden className={cn('transition-transform duration-150', open && 'rotate-180')} />
      </Button>
      {open && (
        <Button
          variant="ghost"
          size="sm"
          aria-description={props.title}
          className="max-md:-ml-3 md:-mr-3"
          data-print="hide"
          onClick={() => saveText(`${props.title} ${period}`.trim() + '.csv', csvFile(fileRows(props)))}
        >
          <Download aria-hidden className="size-4!" />
          Dosya olarak indir
        </Button>
      )}
      {open && (
        // A scrolling box must be focusable, otherwise the keyboard cannot reach its end.
        <section
          id={id}
          aria-label={`${props.title} tablosu`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls
          tabIndex={0}
          className="mt-2 max-h-96 w-full overflow-auto rounded-md border border-border print:max-h-none"
        >
          <Figures {...props} />
        </section>
      )}
    </div>
  )
}

/** Formats a cell. Statistics show no kuruş (specification §9). */
function formatCell(cell: Cell): string {
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number') return formatCount(cell)
  if ('kurus' in cell) return formatTL(cell.kurus, 0)
  return 'day' in cell ? formatDay(cell.day) : formatPercent(cell.percent)
}

/** Returns the table's head, rows and footer. */
function fileRows<Row>({ columns, rows }: FigureTableProps<Row>): Cell[][] {
  const head = columns.map(({ header }) => header)
  const body = rows.map((row) => columns.map(({ cell }) => cell(row)))
  const foot = columns.map(({ total = '' }) => total)
  return foot.every((cell) => cell === '') ? [head, ...body] : [head, ...body, foot]
}

const CELL = 'h-8 px-2 py-0 text-sm whitespace-nowrap'
/** The name of an operation is long and may break; a date stays on one line. */
const FIRST_CELL = 'min-w-24 text-left font-normal whitespace-normal wrap-anywhere'
const align = (column: number) => (column === 0 ? FIRST_CELL : 'text-right')

function Figures<Row>({ title, columns, rows, rowId }: FigureTableProps<Row>) {
  return (
    <Table>
      <caption className="sr-only">{title}</caption>
      <TableHeader className="sticky top-0">
        <TableRow>
          {columns.map(({ header }, index) => (
            <TableHead key={header} className={cn(CELL, 'bg-sunken', align(index), 'font-semibold')}>
              {header}
            </TableHead>
          ))}
        </TableRow>
      </TableHeader>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={rowId(row)}>
            {columns.map(({ header, cell }, index) =>
              index === 0 ? (
                <TableHead key={header} scope="row" className={cn(CELL, align(index))}>
                  {formatCell(cell(row))}
                </TableHead>
              ) : (
                <TableCell key={header} className={cn(CELL, align(index))}>
                  {formatCell(cell(row))}
                </TableCell>
              ),
            )}
          </TableRow>
        ))}
      </TableBody>
      {columns.some(({ total }) => total !== undefined) && (
        <TableFooter>
          <TableRow>
            {columns.map(({ header, total = '' }, index) => (
              <TableCell key={header} className={cn(CELL, align(index), 'border-b-0 font-semibold')}>
                {formatCell(total)}
              </TableCell>
            ))}
          </TableRow>
        </TableFooter>
      )}
    </Table>
  )
}
