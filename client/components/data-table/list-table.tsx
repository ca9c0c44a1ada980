import { type ReactNode, useDeferredValue, useState } from 'react'

import { DataTable, type DataTableProps, type Sort } from '#client/components/data-table/data-table.tsx'
import { LoadError } from '#client/components/page-states.tsx'
import { Pagination } from '#client/components/pagination.tsx'

/** The query of a list; the previous rows stay while the next ones load. */
export interface ListQuery<Row, More = unknown> {
  data: ({ items: Row[]; total: number; more?: true } & More) | undefined
  isPlaceholderData: boolean
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

/** The input of the query. */
interface ListInput<Key extends string> {
  page: number
  size: number
  sort: Key
  dir: Sort['dir']
  q: string
}

/** Returns the search whose hits are marked, and the last page if the requested one is beyond the end. */
export function useListState(input: ListInput<string>, { data, isPlaceholderData }: ListQuery<unknown>) {
  const query = useSettled(input.q, isPlaceholderData)
  const isBeyondEnd = !isPlaceholderData && data?.items.length === 0 && input.page > 1
  return { query, lastPage: isBeyondEnd ? Math.max(1, Math.ceil(data.total / input.size)) : undefined }
}

/**
 * Returns the value that belongs to the shown rows: the previous rows stay while the next ones load, so their value
 * stays too.
 */
function useSettled(value: string, isPlaceholderData: boolean): string {
  const [settled, setSettled] = useState(value)
  if (!isPlaceholderData && settled !== value) setSettled(value)
  return settled
}

interface Step<Search> {
  search: (latest: Search) => Search
  replace: boolean
  resetScroll: boolean
}

/**
 * Returns a function that changes the pending address, not the rendered one, because the blur of the search and
 * 'Uygula' come together.
 */
export const createChangeAddress =
  <Search, Changes extends object>(
    navigate: (step: Step<Search>) => Promise<void>,
    changeSearch: (search: Search, changes: Changes) => Search,
  ) =>
  (changes: Changes, replace = false) =>
    void navigate({
      search: (latest) => changeSearch(latest, changes),
      replace,
      resetScroll: 'page' in changes,
    })

interface ListTableProps<Row, Key extends string> extends Pick<
  DataTableProps<Row, Key>,
  'caption' | 'columns' | 'rowId' | 'density' | 'rowProps' | 'isSortedElsewhere'
> {
  list: ListQuery<Row>
  input: ListInput<Key>
  /** The offered page sizes. */
  sizes: readonly number[]
  onChange: (changes: Partial<ListInput<Key>>) => void
  /** Counts all rows of a list that has `more`. */
  onCount?: () => void
  /** The message of a failed load, from the catalogue. */
  failureMessage: string
  /** The sum of the list, at the end of its foot. */
  sum?: ReactNode
  /** Rendered below the table. */
  footer?: ReactNode
  /** The empty state. */
  children: ReactNode
}

/** The table and pagination of a list that the server searches, sorts and pages, with its failure to load. */
export function ListTable<Row, Key extends string>({
  list,
  input,
  sizes,
  onChange,
  onCount,
  failureMessage,
  sum,
  footer,
  children,
  ...table
}: ListTableProps<Row, Key>) {
  // A page beyond the end has no rows; the last page is loading instead.
  const isBeyondEnd = list.data?.items.length === 0 && list.data.total > 0
  const items = isBeyondEnd ? undefined : list.data?.items
  // The first rows are not deferred: React would draw them in slices of 5 ms, which takes a phone twice as long.
  const rows = useDeferredValue(items) ?? items
  const shown = useDeferredValue(useSettled(JSON.stringify(input), list.isPlaceholderData))
  const failure = list.isError && (
    <LoadError message={failureMessage} isPending={list.isFetching} onRetry={() => void list.refetch()} />
  )
  if (list.data === undefined && list.isError) return failure
  return (
    // Paper gets a block, because the rows of a grid break worse between pages.
    <div className="grid gap-4 print:block">
      {failure}
      <DataTable
        {...table}
        rows={rows}
        list={shown}
        sort={{ key: input.sort, dir: input.dir }}
        onSortChange={({ key, dir }) => onChange({ sort: key, dir })}
        expectedRows={input.size}
        busy={list.isPlaceholderData}
        foot={
          list.data !== undefined && (
            <Pagination
              page={input.page}
              size={input.size}
              total={list.data.total}
              onCount={list.data.more === true ? onCount : undefined}
              sizes={sizes}
              onPageChange={(page) => onChange({ page })}
              onSizeChange={(size) => onChange({ size })}
              sum={sum}
            />
          )
        }
      >
        {list.data?.total === 0 && children}
      </DataTable>
      {footer}
    </div>
  )
}
