import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate, useLocation } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'

import { createChangeAddress, ListTable, useListState } from '#client/components/data-table/list-table.tsx'
import { FilterBar } from '#client/components/filter-bar.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { CallError } from '#client/components/call-error.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { DeleteDialog } from '#client/components/row-deletion.tsx'
import type { PdfKind } from '#client/features/kayit/form/pdf-address.ts'
import { trpc } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { writeLastView } from '#client/lib/last-view.ts'
import { usePreferences } from '#client/lib/preferences.ts'
import { useRight, useSessionUser } from '#client/lib/session.ts'
import { shortcutProps, useAreShortcutsOn } from '#client/lib/shortcuts.ts'
import { useStore } from '#client/lib/store.ts'
import { useStableCallback } from '#client/lib/use-stable-callback.ts'
import { whenIdle } from '#client/lib/when-idle.ts'
import { useToday } from '#client/lib/use-today.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { isolated } from '#shared/bidi.ts'
import { EMPTY_DASH } from '#shared/date.ts'
import type { KayitListItem } from '#shared/kayit/schema.ts'
import { messages } from '#shared/messages.ts'
import { KAYIT_PAGE_SIZES } from '#shared/options.ts'
import { OWED_WORDS } from '#shared/payment/words.ts'

import { besidePreview, DAILY_COLUMNS, fullColumns, quoteColumns, withoutPrices } from './columns.tsx'
import { useStatusChange } from './use-status-change.ts'
import { ListContext, recordName } from './context.ts'
import { useDeleteKayit } from './delete-kayit.ts'
import { emptyHint } from './empty-hint.ts'
import { KayitExport } from './export.tsx'
import { useListKeys } from './use-list-keys.ts'
import { useListOptions } from './list-options.ts'
import { ListWithPreview, useRowStores } from './list-with-preview.tsx'
import { importMenus } from './import-menus.ts'
import { useRowProps } from './rows.ts'
import { filterKey } from './filter-key.ts'
import { changeSearch, type KayitSearch, toListInput } from './search.ts'
import { ListSum } from './list-sum.tsx'
import { StatusChoices, ViewButtons } from './views.tsx'
import { ViewMenu } from './view-menu.tsx'

const route = getRouteApi('/_app/books')

/** Lists the records (specification §2): the URL holds the state, the server filters, searches, sorts and pages. */
export function KayitList() {
  const search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const preferences = usePreferences()
  const { listPreset, hiddenColumns } = preferences
  const [countedKey, setCountedKey] = useState('')
  const shownKey = filterKey(search)
  const isExact = countedKey === shownKey
  const input = useMemo(() => toListInput(search, { listPreset, isExact }), [search, listPreset, isExact])
  const list = trpc.kayit.list.useQuery(input, { placeholderData: keepPreviousData })
  // The counts must not delay the rows.
  const counts = trpc.kayit.counts.useQuery(undefined, { enabled: list.data !== undefined })
  const today = useToday()
  const options = useListOptions(listPreset)
  const searchField = useRef<HTMLInputElement>(null)
  const { ask, failure, dialog } = useDeleteKayit(input)
  const { onStatus: setStatus, askUnpriced, unpricedQuestion } = useStatusChange(input)
  const { query, lastPage } = useListState(input, list)
  const stores = useRowStores(list.data?.items, search)
  const { rows, isPreviewing, selection, preview } = stores
  const isSelecting = useStore(selection, ({ ids }) => ids.size > 0)
  const hasBoxes = options.hasBoxes || isSelecting
  const isSimilar = list.data?.similar === true
  const onStatus = useStableCallback((row: KayitListItem, durum: string) => void setStatus([row], durum))
  const ids = useIds(rows)
  const [hasPrices, canDelete] = [useRight('prices'), useRight('remove')]
  const openPdf = useStableCallback(async ({ kayit_id: id }: KayitListItem, kind: PdfKind) =>
    (await importMenus()).openPdf({ id, kind }, askUnpriced),
  )
  const onPdf = hasPrices ? openPdf : undefined
  const context = useMemo(
    () => ({ query, isSimilar, today, ids, selection, preview, canDelete, onDelete: ask, onStatus, onPdf }),
    [query, isSimilar, today, ids, selection, preview, canDelete, ask, onStatus, onPdf],
  )
  // The context is deferred like the rows, because the marks must not change before the rows do.
  const deferred = useDeferredValue(context)
  const shown = deferred.ids.length === 0 ? context : deferred
  const isQuotes = search.stage !== undefined
  const columns = useMemo(() => {
    const full = listPreset === 'tam' || isQuotes ? fullColumns(hiddenColumns) : DAILY_COLUMNS
    const chosen = isQuotes ? quoteColumns(full) : full
    const all = hasPrices ? chosen : withoutPrices(chosen)
    const withBoxes = hasBoxes ? all : all.filter(({ id }) => id !== 'select')
    return isPreviewing ? besidePreview(withBoxes) : withBoxes
  }, [listPreset, isQuotes, hiddenColumns, hasPrices, isPreviewing, hasBoxes])
  const changeAddress = createChangeAddress(navigate, changeSearch)
  const open = (next: KayitSearch) => void navigate({ search: next, resetScroll: false })
  const rowProps = useRowProps(search)
  const { id: userId } = useSessionUser()
  useEffect(() => writeLastView(userId, search), [userId, search])
  const hasKeys = useAreShortcutsOn()
  const focusSearch = useLocation({ select: ({ state }) => state.focusSearch === true })
  useEffect(() => {
    if (focusSearch) searchField.current?.focus()
  }, [focusSearch])
  const isLoaded = list.data !== undefined
  useEffect(() => (isLoaded ? whenIdle(() => void importMenus().catch(() => {})) : undefined), [isLoaded])
  useListKeys({
    search: searchField,
    query,
    onSearch: (q) => changeAddress({ q }, true),
    ids,
    selection,
    preview,
  })

  return (
    <>
      {lastPage !== undefined && (
        <Navigate to="/books" search={changeSearch(search, { page: lastPage })} replace />
      )}
      <PageHeader title="Kayıtlar">
        <KayitExport
          search={search}
          total={list.data?.total}
          today={today}
          onSort={({ key, dir }) => changeAddress({ sort: key, dir })}
        />
        <Button asChild>
          <Link to="/book/$id" params={{ id: '0' }} {...(hasKeys && shortcutProps('Yeni kayıt', 'n'))}>
            <Plus aria-hidden />
            Yeni kayıt
          </Link>
        </Button>
      </PageHeader>
      <div className="mb-4 grid gap-3">
        <FilterBar
          searchField={searchField}
          placeholder="Müşteri, plaka veya şasi no"
          search={search}
          today={today}
          onChange={changeAddress}
          onClear={() => open({})}
          filterWords={filterWords(search)}
          choices={<StatusChoices search={search} counts={counts.data} onChange={changeAddress} />}
        >
          <ViewButtons
            search={search}
            preferences={preferences}
            counts={counts.data}
            today={today}
            onChange={changeAddress}
            onOpen={open}
            renderMenu={(onName) => (
              <ViewMenu preferences={preferences} options={options} hasPrices={hasPrices} onName={onName} />
            )}
          />
          <output data-slot="list-size" className="sr-only print:not-sr-only">
            {list.data === undefined ? '' : sizeOf(list.data)}
          </output>
        </FilterBar>
        {failure !== undefined && <CallError {...failure} />}
        {isSimilar && <Alert variant="info">{messages.similarResults}</Alert>}
      </div>
      <ListContext value={shown}>
        <ListWithPreview stores={stores} onStatus={setStatus}>
          <ListTable
            caption="Kayıtlar"
            list={list}
            input={input}
            columns={columns}
            isSortedElsewhere
            rowId={(row) => String(row.kayit_id)}
            sizes={KAYIT_PAGE_SIZES}
            onChange={changeAddress}
            onCount={() => setCountedKey(shownKey)}
            failureMessage={messages.kayitListFailed}
            density={options.density}
            rowProps={rowProps}
            sum={
              <ListSum
                kurus={list.data?.toplam_kurus}
                rest={list.data?.rest_kurus}
                durum={search.durum ?? search.stage}
              />
            }
          >
            <EmptyState title="Sonuç bulunamadı." hint={emptyHint(search)} />
          </ListTable>
        </ListWithPreview>
      </ListContext>
      {unpricedQuestion}
      <DeleteDialog dialog={dialog} question="Silmek istediğine emin misin?" nameOf={recordName} />
    </>
  )
}

/** Returns the ids of the rows; the same array while they and their order are the same. */
function useIds(rows: readonly KayitListItem[]): readonly number[] {
  const key = rows.map(({ kayit_id }) => kayit_id).join()
  return useMemo(() => (key === '' ? [] : key.split(',').map(Number)), [key])
}

const sizeOf = ({ total, more }: { total: number; more?: true }) =>
  more === true ? `${formatCount(total)} kayıttan fazla` : `${formatCount(total)} kayıt`

/** Returns the filters besides the period in words. */
const filterWords = ({ open, owed, durum, stage }: KayitSearch): string[] => [
  ...(stage === undefined ? [] : ['Teklifler']),
  ...(open === true ? ['Açık işler'] : []),
  ...(owed === undefined ? [] : [OWED_WORDS[owed]]),
  ...(durum === undefined ? [] : [`Durum: ${durum === '' ? EMPTY_DASH : isolated(durum)}`]),
]
