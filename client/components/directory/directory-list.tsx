import { type ReactNode, useMemo, useState } from 'react'

import type { DataColumn } from '#client/components/data-table/columns.ts'
import { type ListQuery, ListTable, useListState } from '#client/components/data-table/list-table.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { SearchInput } from '#client/components/search-input.tsx'
import type { DirectoryInput, DirectorySearch, DirectoryState } from '#client/lib/directory-search.ts'
import { useRight } from '#client/lib/session.ts'
import { useToday } from '#client/lib/use-today.ts'
import { KAYIT_PAGE_SIZES, MAX_NAME_LENGTH } from '#shared/options.ts'

import { DirectoryContext, PRICED_COLUMN } from './columns.tsx'

/** Returns the input of the list's query; `countAll` requests the number of all its rows. */
export function useDirectoryInput<Sort extends string>(
  search: DirectorySearch<Sort>,
  state: DirectoryState<Sort>,
) {
  const { q = '' } = state
  const [counted, setCounted] = useState<string>()
  return { input: search.toInput(state, counted === q), countAll: () => setCounted(q) }
}

interface DirectoryListProps<Row extends { id: number }, Sort extends string> {
  title: string
  placeholder: string
  /** The texts of a shop without a record. */
  empty: { title: string; hint: string }
  failureMessage: string
  columns: DataColumn<Row>[]
  input: DirectoryInput<Sort>
  list: ListQuery<Row, { similar?: boolean | undefined }>
  onChange: (change: { [Name in keyof DirectoryState<Sort>]?: unknown }, replace?: boolean) => void
  onCount: () => void
  /** Links at the end of the title's line. */
  actions?: ReactNode
  /** Leads to the last page if the address names one beyond it. */
  renderLastPage: (page: number) => ReactNode
}

/** The shop's cars or customers. The address holds the state; the server searches, sorts and pages. */
export function DirectoryList<Row extends { id: number }, Sort extends string>({
  title,
  placeholder,
  empty,
  failureMessage,
  columns,
  input,
  list,
  onChange,
  onCount,
  actions,
  renderLastPage,
}: DirectoryListProps<Row, Sort>) {
  const today = useToday()
  const hasPrices = useRight('prices')
  const { query, lastPage } = useListState(input, list)
  const isSimilar = list.data?.similar === true
  const context = useMemo(() => ({ query, today, isSimilar }), [query, today, isSimilar])
  const shown = useMemo(
    () => (hasPrices ? columns : columns.filter(({ id }) => id !== PRICED_COLUMN)),
    [hasPrices, columns],
  )
  return (
    <>
      {lastPage !== undefined && renderLastPage(lastPage)}
      <PageHeader title={title}>{actions}</PageHeader>
      <SearchInput
        className="mb-4 max-w-xl"
        placeholder={placeholder}
        maxLength={MAX_NAME_LENGTH}
        value={input.q}
        onSearch={(q) => onChange({ q }, true)}
      />
      {isSimilar && <output className="mb-3 block text-sm">Benzer sonuçlar gösteriliyor.</output>}
      <DirectoryContext value={context}>
        <ListTable
          caption={title}
          list={list}
          input={input}
          columns={shown}
          rowId={(row) => String(row.id)}
          sizes={KAYIT_PAGE_SIZES}
          onChange={onChange}
          onCount={onCount}
          failureMessage={failureMessage}
        >
          <EmptyState
            title={input.q === '' ? empty.title : 'Sonuç bulunamadı.'}
            hint={input.q === '' ? empty.hint : 'Aramayı değiştirin veya temizleyin.'}
          />
        </ListTable>
      </DirectoryContext>
    </>
  )
}
