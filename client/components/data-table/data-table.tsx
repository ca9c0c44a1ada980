import { useState, type ComponentProps, type CSSProperties, type ReactNode } from 'react'

import type { DataColumn, DataColumnMeta } from '#client/components/data-table/columns.ts'
import {
  DataRow,
  type Density,
  CELL_PADDING,
  printVisibility,
  wideScreenClass,
} from '#client/components/data-table/data-row.tsx'
import { useFirstRows } from '#client/components/data-table/first-rows.ts'
import { SkeletonRows } from '#client/components/data-table/skeleton-rows.tsx'
import { HEAD_LOOK, SortHeader } from '#client/components/data-table/sort-header.tsx'
import { SortSelect } from '#client/components/data-table/sort-select.tsx'
import { columnTracks } from '#client/components/data-table/column-tracks.ts'
import { cn } from '#client/lib/cn.ts'
import { Table, TableBody, TableHead, TableHeader, TableRow } from '#client/ui/table.tsx'

export interface Sort<Key extends string = string> {
  key: Key
  dir: 'asc' | 'desc'
}

export interface DataTableProps<Row, Key extends string> {
  /** The name of the table for screen readers. */
  caption: string
  /** The columns; they must be stable, at module scope or memoised. */
  columns: DataColumn<Row>[]
  /** The rows of the current page; `undefined` during the first load. */
  rows: Row[] | undefined
  rowId: (row: Row) => string
  sort: Sort<Key>
  onSortChange: (sort: Sort<Key>) => void
  /** Whether a phone's menu of the order stands elsewhere on the screen. */
  isSortedElsewhere?: boolean
  /** The number of placeholder rows during the first load: the likely page size. */
  expectedRows?: number
  /** The identity of the requested list; with it the first rows are drawn before the others. */
  list?: string
  /** Whether new rows are loading; the previous ones stay visible. */
  busy?: boolean
  density?: Density
  rowProps?: (row: Row) => ComponentProps<'tr'>
  /** The last line of the frame. */
  foot?: ReactNode
  /** The empty state, rendered below the head instead of rows. */
  children?: ReactNode
}

/** A real table on wide screens, a list of cards on a phone. The server sorts; the parent holds the state. */
export function DataTable<Row, Key extends string>({
  caption,
  columns,
  rows,
  rowId,
  sort,
  onSortChange,
  isSortedElsewhere = false,
  expectedRows = 10,
  list,
  busy = false,
  density = 'comfortable',
  rowProps,
  foot,
  children,
}: DataTableProps<Row, Key>) {
  const sortable = columns.filter(({ isSortable }) => isSortable)
  const announcement = useSortAnnouncement(sort, sortable)
  const sortBy = (id: string, isDesc: boolean) =>
    onSortChange({ key: id as Key, dir: isDesc ? 'desc' : 'asc' })
  const tracks = columnTracks(columns)
  const drawn = useFirstRows(rows, list)
  return (
    <div data-slot="table-frame" className={FRAME}>
      {!isSortedElsewhere && (
        <div className="max-md:mb-3">
          <SortSelect
            options={sortable.map(({ id, header }) => ({ id, label: header }))}
            sort={sort}
            onSort={sortBy}
          />
        </div>
      )}
      <output className="sr-only">{announcement}</output>
      <Table
        aria-busy={busy || rows === undefined || undefined}
        data-tracks={density}
        style={drawn === rows ? tracks : ({ ...tracks, '--rows': rows?.length } as CSSProperties)}
        // An empty table is hidden on a phone, where a screen reader would announce it without head and rows.
        className={cn('max-md:block', rows?.length === 0 && 'max-md:hidden')}
      >
        <caption className="sr-only">{caption}</caption>
        <TableHeader className={HEAD}>
          <TableRow>
            {columns.map((column) =>
              column.isSortable ? (
                <SortHeader
                  key={column.id}
                  sorted={column.id === sort.key && sort.dir}
                  align={column.meta.align}
                  className={wideScreenClass(column.meta)}
                  onSort={() => sortBy(column.id, column.id === sort.key && sort.dir === 'asc')}
                >
                  {column.header}
                </SortHeader>
              ) : (
                <TableHead
                  key={column.id}
                  data-print={printVisibility(column.meta)}
                  className={cn(
                    wideScreenClass(column.meta),
                    CELL_PADDING,
                    HEAD_LOOK,
                    'print:h-8 print:px-1 print:text-xs',
                    isRight(column.meta) && 'text-right',
                  )}
                >
                  <HeadLabel column={column} />
                </TableHead>
              ),
            )}
          </TableRow>
        </TableHeader>
        <TableBody className={cn('max-md:grid max-md:gap-3', LEDGER, busy && 'opacity-60')}>
          {rows === undefined && <SkeletonRows rows={expectedRows} columns={columns} density={density} />}
          {drawn?.map((row) => (
            <DataRow key={rowId(row)} row={row} columns={columns} density={density} rowProps={rowProps} />
          ))}
        </TableBody>
      </Table>
      {rows === undefined && <output className={LOADING}>Yükleniyor...</output>}
      {children}
      {foot}
    </div>
  )
}

/** Returns the words for screen readers about a changed order; '' for the first one. */
function useSortAnnouncement({ key, dir }: Sort, columns: readonly DataColumn<never>[]): string {
  const [first] = useState(`${dir} ${key}`)
  const [isChanged, setIsChanged] = useState(false)
  if (!isChanged && `${dir} ${key}` !== first) setIsChanged(true)
  const column = isChanged && columns.find(({ id }) => id === key)
  return column ? `${column.header} sütununa göre ${dir === 'desc' ? 'azalan' : 'artan'} sıralandı.` : ''
}

/** The head of a column: its own element, or its label. */
function HeadLabel<Row>({ column: { meta, header } }: { column: DataColumn<Row> }) {
  const Head = meta.head
  return Head === undefined ? header : <Head />
}

/** A head is aligned with its cells: numbers and buttons to the right. */
const isRight = (meta: DataColumnMeta) => meta.align === 'right' || meta.card === 'actions'

/** The loading message, visible in every window, and outside of cells, which may be one letter wide. */
const LOADING =
  'sticky bottom-(--bottom-bar) block border-t border-border bg-card px-3 py-2.5 text-sm text-muted-foreground'

/** The head is sticky below the page's header, except where the table scrolls sideways. */
const HEAD = 'max-md:hidden lg:sticky lg:top-(--header-height) lg:z-10 short:static'

/** The frame around cards of two lines. */
const LEDGER =
  'max-md:has-data-[card=plate]:gap-0 max-md:has-data-[card=plate]:rounded-lg max-md:has-data-[card=plate]:border max-md:has-data-[card=plate]:border-border max-md:has-data-[card=plate]:bg-card'

/** `clip` rounds the corners without creating a scroll container, which would capture the sticky head. */
const FRAME =
  'md:rounded-lg md:border md:border-border md:bg-card md:max-lg:overflow-x-auto lg:overflow-clip md:[&_tbody>tr:last-child>td]:border-b-0'
