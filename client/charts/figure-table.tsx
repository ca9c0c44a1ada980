import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'

import { cn } from '#client/lib/cn.ts'
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

export interface FigureColumn<Row> {
  header: string
  cell: (row: Row) => string
  /** The footer of the column. */
  total?: string
}

export interface FigureTableProps<Row> {
  /** The title of the figure; it names the table and distinguishes the buttons of a screen. */
  title: string
  /** The first column names the row; the others are numbers. */
  columns: readonly FigureColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
}

/** 'Tabloyu göster' and 'Tabloyu gizle': the figures of a chart as a table, rendered only while it is open. */
export function FigureTable<Row>(props: FigureTableProps<Row>) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="mt-2">
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
        // A scrolling box must be focusable, otherwise the keyboard cannot reach its end.
        <section
          id={id}
          aria-label={`${props.title} tablosu`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls
          tabIndex={0}
          className="mt-2 max-h-96 overflow-auto rounded-md border border-border print:max-h-none"
        >
          <Figures {...props} />
        </section>
      )}
    </div>
  )
}

const CELL = 'h-8 px-2 py-0 text-sm whitespace-nowrap'
/** Names of operations are long and may break; a date stays on one line. */
const FIRST = 'min-w-24 text-left font-normal whitespace-normal wrap-anywhere'
const align = (column: number) => (column === 0 ? FIRST : 'text-right')

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
                  {cell(row)}
                </TableHead>
              ) : (
                <TableCell key={header} className={cn(CELL, align(index))}>
                  {cell(row)}
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
                {total}
              </TableCell>
            ))}
          </TableRow>
        </TableFooter>
      )}
    </Table>
  )
}
