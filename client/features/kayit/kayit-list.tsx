import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'

import { DataTable } from '#client/components/data-table/data-table.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { EmptyState, LoadError } from '#client/components/page-states.tsx'
import { Pagination } from '#client/components/pagination.tsx'
import { PeriodFilter } from '#client/components/period-filter.tsx'
import { RemoveDialog } from '#client/components/removal.tsx'
import { SearchInput } from '#client/components/search-input.tsx'
import { trpc } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { todayInIstanbul } from '#shared/date.ts'
import { messages } from '#shared/messages.ts'
import { KAYIT_PAGE_SIZES, MAX_NAME_LENGTH } from '#shared/options.ts'

import { StatusFilter, ViewLinks } from './kayit-filter-status.tsx'
import { KAYIT_COLUMNS, ListContext } from './kayit-list-columns.tsx'
import { moveBetweenRows, useListKeys } from './kayit-list-keys.ts'
import { ListOptions, useListOptions } from './kayit-list-options.tsx'
import { removedName, useKayitRemoval } from './kayit-list-remove.ts'
import { changeSearch, type KayitSearch, toListInput } from './kayit-search.ts'

const route = getRouteApi('/_app/books')
const NO_PERIOD = { month: undefined, year: undefined }

/** The records (specification §2): the URL holds the state, the server filters, searches, sorts and cuts pages. */
export function KayitList() {
  const search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const input = toListInput(search)
  const list = trpc.kayit.list.useQuery(input, { placeholderData: keepPreviousData })
  const [today] = useState(() => todayInIstanbul(new Date()))
  const options = useListOptions()
  const searchField = useRef<HTMLInputElement>(null)
  const { ask, failure, ...removal } = useKayitRemoval(input)
  // The old rows stay while the new ones are on their way, and so do their marks.
  const [query, setQuery] = useState(input.q)
  if (!list.isPlaceholderData && query !== input.q) setQuery(input.q)
  const context = useMemo(() => ({ query, onDelete: ask }), [query, ask])
  const rows = useDeferredValue(list.data?.items)
  useListKeys(options.shortcuts, (command) => {
    if (command === 'search') searchField.current?.focus()
    else void navigate({ to: '/book/$id', params: { id: '0' } })
  })

  // On the address as it will be, not as it is drawn: leaving the search field and 'Uygula' come together.
  const change = (next: Parameters<typeof changeSearch>[1], replace = false) =>
    void navigate({
      search: (latest) => changeSearch(latest, next),
      replace,
      resetScroll: 'page' in next,
    })
  const page = list.data
  const isBeyondEnd = !list.isPlaceholderData && page?.items.length === 0 && input.page > 1
  if (isBeyondEnd) {
    const last = Math.ceil(page.total / input.size)
    return <Navigate to="/books" search={changeSearch(search, { page: last })} replace />
  }

  return (
    <>
      <PageHeader title="Kayıtlar">
        <Button asChild>
          <Link to="/book/$id" params={{ id: '0' }}>
            <Plus aria-hidden />
            Yeni kayıt
          </Link>
        </Button>
      </PageHeader>
      <div className="mb-4 grid gap-3">
        <div className="flex flex-col gap-3 md:flex-row md:flex-wrap md:items-end">
          <SearchInput
            ref={searchField}
            className="md:min-w-64 md:flex-1"
            placeholder="Müşteri, plaka veya şasi no"
            maxLength={MAX_NAME_LENGTH}
            value={input.q}
            delay={200}
            onSearch={(q) => change({ q }, true)}
          />
          <PeriodFilter
            key={`${search.year} ${search.month}`}
            period={{ ...NO_PERIOD, ...search }}
            today={today}
            onApply={change}
            onClear={() => change(NO_PERIOD)}
          />
          <StatusFilter
            durum={search.durum}
            statuses={page?.statuses ?? []}
            onChange={(durum) => change({ durum })}
          />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <ViewLinks search={search} today={today} />
          <output className="text-sm text-muted-foreground max-md:sr-only">
            {page === undefined ? '' : `${formatCount(page.total)} kayıt`}
          </output>
        </div>
        {failure !== undefined && <Alert>{failure}</Alert>}
      </div>
      {list.isError ? (
        <LoadError
          message={messages.kayitListFailed}
          pending={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- listens for the keys of what is inside
        <div className="grid gap-4" onKeyDown={options.shortcuts ? moveBetweenRows : undefined}>
          <ListContext value={context}>
            <DataTable
              caption="Kayıtlar"
              columns={KAYIT_COLUMNS}
              rows={rows}
              rowId={(row) => String(row.kayit_id)}
              sort={{ key: input.sort, dir: input.dir }}
              onSortChange={({ key, dir }) => change({ sort: key, dir })}
              expectedRows={input.size}
              busy={list.isPlaceholderData}
              density={options.density}
            >
              {page?.items.length === 0 && <EmptyState title="Sonuç bulunamadı." hint={emptyHint(search)} />}
            </DataTable>
          </ListContext>
          <Pagination
            page={input.page}
            size={input.size}
            total={page?.total ?? 0}
            sizes={KAYIT_PAGE_SIZES}
            onPageChange={(next) => change({ page: next })}
            onSizeChange={(size) => change({ size })}
          />
          <ListOptions {...options} />
        </div>
      )}
      <RemoveDialog {...removal} question="Silmek istediğine emin misin?" nameOf={removedName} />
    </>
  )
}

function emptyHint({ q, month, year, durum }: KayitSearch): string {
  const isFiltered = [q, month, year, durum].some((value) => value !== undefined)
  if (!isFiltered) return 'Henüz kayıt yok.'
  const period = 'Ay/yıl filtresini değiştirin veya temizleyin.'
  return q === undefined ? period : `Aramayı kontrol edin. ${period}`
}
