import { functionalUpdate, useTable, type RowData } from '@tanstack/react-table'
import { useState, type ComponentProps, type ReactNode } from 'react'

import {
  dataTableFeatures,
  type DataColumn,
  type DataColumnMeta,
} from '#client/components/data-table/columns.ts'
import {
  CARD,
  DataRow,
  type Density,
  printed,
  ROW_HEIGHT,
  wideOnly,
} from '#client/components/data-table/data-row.tsx'
import { SkeletonRows } from '#client/components/data-table/skeleton-rows.tsx'
import { SortHeader } from '#client/components/data-table/sort-header.tsx'
import { SortSelect } from '#client/components/data-table/sort-select.tsx'
import { cn } from '#client/lib/cn.ts'
import { Table, TableBody, TableHead, TableHeader, TableRow } from '#client/ui/table.tsx'

export interface Sort<Key extends string = string> {
  key: Key
  dir: 'asc' | 'desc'
}

export interface DataTableProps<Row extends RowData, Key extends string> {
  /** What the table shows, for screen readers. */
  caption: string
  /** At module scope or memoised. */
  columns: DataColumn<Row>[]
  /** The page that the server cut; `undefined` while the first one loads. */
  rows: Row[] | undefined
  rowId: (row: Row) => string
  sort: Sort<Key>
  onSortChange: (sort: Sort<Key>) => void
  /** Rows to keep free while loading: the page size that is likely. */
  expectedRows?: number
  /** Newer rows are on their way; the old ones stay. */
  busy?: boolean
  density?: Density
  rowProps?: (row: Row) => ComponentProps<'tr'>
  /** Stands under the head instead of rows: the empty state. */
  children?: ReactNode
}

const NO_ROWS: never[] = []

/** A real table on wide screens, a list of cards on a phone. The server sorts; the parent keeps the state. */
export function DataTable<Row extends RowData, Key extends string>({
  caption,
  columns,
  rows,
  rowId,
  sort,
  onSortChange,
  expectedRows = 10,
  busy = false,
  density = 'normal',
  rowProps,
  children,
}: DataTableProps<Row, Key>) {
  const [announcement, setAnnouncement] = useState('')
  const sorting = [{ id: sort.key, desc: sort.dir === 'desc' }]
  const table = useTable({
    features: dataTableFeatures,
    columns,
    data: rows ?? (NO_ROWS as Row[]),
    getRowId: rowId,
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    sortDescFirst: false,
    state: { sorting },
    onSortingChange: (updater) => {
      const next = functionalUpdate(updater, sorting)[0]
      if (next === undefined) return
      const label = String(table.getColumn(next.id)?.columnDef.header)
      setAnnouncement(`${label} sütununa göre ${next.desc ? 'azalan' : 'artan'} sıralandı.`)
      onSortChange({ key: next.id as Key, dir: next.desc ? 'desc' : 'asc' })
    },
  })
  const headers = table.getHeaderGroups()[0]?.headers ?? []
  const label = (header: (typeof headers)[number]) => String(header.column.columnDef.header)
  const sortable = headers.filter((header) => header.column.getCanSort())
  return (
    <div className={FRAME}>
      <SortSelect
        options={sortable.map((header) => ({ id: header.column.id, label: label(header) }))}
        sort={sort}
        onSort={(id, desc) => table.setSorting([{ id, desc }])}
      />
      <output className="sr-only">{announcement}</output>
      <Table
        aria-busy={busy || rows === undefined || undefined}
        // Without its head and without rows, a phone's table would be an empty one to a screen reader.
        className={cn('max-md:block', rows?.length === 0 && 'max-md:hidden')}
      >
        <caption className="sr-only">{caption}</caption>
        <TableHeader className="max-md:hidden">
          <TableRow>
            {headers.map((header) =>
              header.column.getCanSort() ? (
                <SortHeader
                  key={header.id}
                  sorted={header.column.getIsSorted()}
                  align={header.column.columnDef.meta?.align}
                  className={cn(STICKY, wideOnly(header.column.columnDef.meta))}
                  onSort={() => header.column.toggleSorting()}
                >
                  {label(header)}
                </SortHeader>
              ) : (
                <TableHead
                  key={header.id}
                  data-print={printed(header.column.columnDef.meta)}
                  className={cn(
                    STICKY,
                    wideOnly(header.column.columnDef.meta),
                    'md:max-lg:px-2 print:h-8 print:px-1 print:text-xs',
                    isRight(header.column.columnDef.meta) && 'text-right',
                  )}
                >
                  {label(header)}
                </TableHead>
              ),
            )}
          </TableRow>
        </TableHeader>
        <TableBody className={cn('max-md:grid max-md:gap-3', busy && 'opacity-60')}>
          {rows === undefined && (
            <SkeletonRows
              rows={expectedRows}
              columns={headers.length}
              rowClassName={CARD}
              cellClassName={ROW_HEIGHT[density]}
            />
          )}
          {table.getRowModel().rows.map((row) => (
            <DataRow key={row.id} row={row} columns={columns} density={density} rowProps={rowProps} />
          ))}
        </TableBody>
      </Table>
      {children}
    </div>
  )
}

/** The head stands where its cells do: numbers and buttons at the right. */
const isRight = (meta: DataColumnMeta | undefined) => meta?.align === 'right' || meta?.card === 'actions'

/** The head stays under the page's header; where the table scrolls sideways it cannot. */
const STICKY = 'lg:sticky lg:top-(--header-height) lg:z-10 short:static bg-sunken'

/** `clip` rounds the corners without being a scroll box, which would hold the sticky head. */
const FRAME =
  'md:rounded-lg md:border md:border-border md:bg-card md:max-lg:overflow-x-auto lg:overflow-clip md:[&_tr:last-child>td]:border-b-0'
