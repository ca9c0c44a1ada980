import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate, useLocation } from '@tanstack/react-router'
import { ListFilter, Plus } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'

import { changeAddress, ListTable, useListState } from '#client/components/data-table/list-table.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { EmptyState } from '#client/components/page-states.tsx'
import { PeriodFilter } from '#client/components/period-filter.tsx'
import { DeleteDialog } from '#client/components/row-deletion.tsx'
import { SearchInput } from '#client/components/search-input.tsx'
import { trpc } from '#client/lib/api.ts'
import { cn } from '#client/lib/cn.ts'
import { formatCount } from '#client/lib/format.ts'
import { keyHint, useShortcuts } from '#client/lib/shortcuts.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { todayInIstanbul } from '#shared/date.ts'
import { messages } from '#shared/messages.ts'
import { KAYIT_PAGE_SIZES, MAX_NAME_LENGTH } from '#shared/options.ts'

import { ListOptions, StatusFilter, useListOptions, ViewButtons } from './filters.tsx'
import { KAYIT_COLUMNS, ListContext } from './columns.tsx'
import { KayitExport } from './export.tsx'
import { useListKeys } from './keys.ts'
import { deletedName, useDeleteKayit } from './delete-kayit.ts'
import { useRowProps } from './rows.ts'
import { changeSearch, type KayitSearch, toListInput } from './search.ts'

const route = getRouteApi('/_app/books')
const NO_PERIOD = { month: undefined, year: undefined }

/** The records (specification §2): the URL holds the state, the server filters, searches, sorts and pages. */
export function KayitList() {
  const search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const input = toListInput(search)
  const list = trpc.kayit.list.useQuery(input, { placeholderData: keepPreviousData })
  const [today] = useState(() => todayInIstanbul(new Date()))
  const options = useListOptions()
  const searchField = useRef<HTMLInputElement>(null)
  const { ask, failure, dialog } = useDeleteKayit(input)
  const { query, lastPage } = useListState(input, list)
  const context = useMemo(() => ({ query, today, onDelete: ask }), [query, today, ask])
  const change = changeAddress(navigate, changeSearch)
  const rowProps = useRowProps(search)
  const filterId = useId()
  // Below 768 px the filters fold; how many are in force is on their button.
  const [isFiltering, setIsFiltering] = useState(false)
  const filters = [search.month ?? search.year, search.durum].filter((value) => value !== undefined).length
  const hasKeys = useShortcuts()
  const focusSearch = useLocation({ select: ({ state }) => state.focusSearch === true })
  useEffect(() => {
    if (focusSearch) searchField.current?.focus()
  }, [focusSearch])
  useListKeys({
    search: searchField,
    query,
    onNew: () => void navigate({ to: '/book/$id', params: { id: '0' } }),
    onSearch: (q) => change({ q }, true),
  })

  return (
    <>
      {lastPage !== undefined && (
        <Navigate to="/books" search={changeSearch(search, { page: lastPage })} replace />
      )}
      <PageHeader title="Kayıtlar">
        <KayitExport search={search} today={today} />
        <Button asChild>
          <Link to="/book/$id" params={{ id: '0' }} {...(hasKeys && keyHint('Yeni kayıt', 'n'))}>
            <Plus aria-hidden />
            Yeni kayıt
          </Link>
        </Button>
      </PageHeader>
      <div className="mb-4 grid gap-3">
        <div className="flex flex-wrap gap-3 md:items-end">
          <SearchInput
            ref={searchField}
            {...(hasKeys && keyHint('Ara', '/'))}
            className="min-w-0 flex-1 md:min-w-64"
            placeholder="Müşteri, plaka veya şasi no"
            maxLength={MAX_NAME_LENGTH}
            value={input.q}
            delay={200}
            onSearch={(q) => change({ q }, true)}
          />
          <Button
            variant="outline"
            className="md:hidden"
            aria-expanded={isFiltering}
            aria-controls={filterId}
            onClick={() => setIsFiltering(!isFiltering)}
          >
            <ListFilter aria-hidden />
            Filtre
            {filters > 0 && (
              <span className="rounded-full bg-primary px-1.5 text-sm text-primary-foreground">
                {filters}
                <span className="sr-only"> etkin</span>
              </span>
            )}
          </Button>
          <div
            id={filterId}
            className={cn(
              'flex flex-col gap-3 max-md:w-full md:flex-row md:flex-wrap md:items-end',
              !isFiltering && 'max-md:hidden',
            )}
          >
            <PeriodFilter
              period={{ ...NO_PERIOD, ...search }}
              today={today}
              onApply={change}
              onClear={() => change(NO_PERIOD)}
            />
            <StatusFilter
              durum={search.durum}
              statuses={list.data?.statuses ?? []}
              onChange={(durum) => change({ durum })}
            />
          </div>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <ViewButtons search={search} today={today} onChange={change} />
          <output className="text-sm text-muted-foreground max-md:sr-only">
            {list.data === undefined ? '' : `${formatCount(list.data.total)} kayıt`}
          </output>
        </div>
        {failure !== undefined && <Alert>{failure}</Alert>}
      </div>
      <ListContext value={context}>
        <ListTable
          caption="Kayıtlar"
          list={list}
          input={input}
          columns={KAYIT_COLUMNS}
          rowId={(row) => String(row.kayit_id)}
          sizes={KAYIT_PAGE_SIZES}
          onChange={change}
          loadFailed={messages.kayitListFailed}
          density={options.density}
          rowProps={rowProps}
          footer={<ListOptions {...options} />}
        >
          <EmptyState title="Sonuç bulunamadı." hint={emptyHint(search)} />
        </ListTable>
      </ListContext>
      <DeleteDialog dialog={dialog} question="Silmek istediğine emin misin?" nameOf={deletedName} />
    </>
  )
}

function emptyHint({ q, month, year, durum, open }: KayitSearch): string {
  const isFiltered = [q, month, year, durum, open].some((value) => value !== undefined)
  if (!isFiltered) return 'Henüz kayıt yok.'
  const period = 'Ay/yıl filtresini değiştirin veya temizleyin.'
  return q === undefined ? period : `Aramayı kontrol edin. ${period}`
}
