import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { CalendarClock, X } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'

import { createChangeAddress, ListTable, useListState } from '#client/components/data-table/list-table.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { Field } from '#client/components/field.tsx'
import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import { SearchInput } from '#client/components/search-input.tsx'
import { trpc } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { reserveActionBar } from '#client/lib/reserve-height.ts'
import { Button } from '#client/ui/button.tsx'
import { Select } from '#client/ui/select.tsx'
import type { ShopRow } from '#shared/admin/shops.ts'
import { shopMessages } from '#shared/admin/shop-messages.ts'
import { MAX_NAME_LENGTH, USER_PAGE_SIZES } from '#shared/options.ts'

import { toShopInput } from './admin-search.ts'
import { changeSearch } from './admin-state.ts'
import { SHOP_COLUMNS } from './shop-columns.tsx'
import { ShopListContext } from './shop-context.ts'
import type { LicenseDialogProps } from './license-dialog.tsx'
import type { ShopDialogProps } from './shop-dialog.tsx'

const LicenseDialog = lazyDialog<LicenseDialogProps>(() => import('./license-dialog.tsx'))
const ShopDialog = lazyDialog<ShopDialogProps>(() => import('./shop-dialog.tsx'))

const route = getRouteApi('/_app/admin')

/** Keeps the selected shops as the list showed them, because a save checks their versions. */
function useSelectedShops() {
  const [selected, setSelected] = useState<ReadonlyMap<number, ShopRow>>(new Map())
  const toggle = useCallback(
    (row: ShopRow) =>
      setSelected((last) => {
        const next = new Map(last)
        if (!next.delete(row.id)) next.set(row.id, row)
        return next
      }),
    [],
  )
  return { selected, toggle, clear: () => setSelected(new Map()) }
}

/** Lists all shops with their use of the panel; an administrator opens one or changes several licences. */
export default function ShopList() {
  const search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const input = toShopInput(search)
  const list = trpc.admin.shops.useQuery(input, { placeholderData: keepPreviousData })
  const { query, lastPage } = useListState(input, list)
  const { selected, toggle, clear } = useSelectedShops()
  const [opened, setOpened] = useState<number>()
  const [isOpen, setIsOpen] = useState(false)
  const [isLicensing, setIsLicensing] = useState(false)
  const context = useMemo(
    () => ({
      query,
      selected,
      toggle,
      onOpen: ({ id }: ShopRow) => {
        setOpened(id)
        setIsOpen(true)
      },
    }),
    [query, selected, toggle],
  )
  const changeAddress = createChangeAddress(navigate, changeSearch)
  return (
    <>
      {lastPage !== undefined && (
        <Navigate to="/admin" search={changeSearch(search, { page: lastPage })} replace />
      )}
      <div className="mb-4 flex flex-col gap-3 md:flex-row md:items-end">
        <SearchInput
          className="md:flex-1"
          placeholder="Firma, kullanıcı veya ad soyad"
          maxLength={MAX_NAME_LENGTH}
          value={input.q}
          onSearch={(q) => changeAddress({ q }, true)}
        />
        <Field label="Gösterilen">
          {(control) => (
            <Select
              {...control}
              value={input.state}
              onChange={({ target }) => changeAddress({ state: target.value })}
            >
              <option value="current">Etkin firmalar</option>
              <option value="suspended">Durdurulan firmalar</option>
              <option value="deleted">Silinen firmalar</option>
            </Select>
          )}
        </Field>
      </div>
      <ShopListContext value={context}>
        <ListTable
          caption="Firmalar"
          list={list}
          input={input}
          columns={SHOP_COLUMNS}
          rowId={(row) => String(row.id)}
          sizes={USER_PAGE_SIZES}
          onChange={changeAddress}
          failureMessage={shopMessages.loadFailed}
          footer={
            <p className="text-sm text-muted-foreground">
              Kayıt sayısı ve dosyalar günde bir kez sayılır; bir firmayı açınca o anki durumu görünür. Son
              kullanım 90 gün geriye bakar.
            </p>
          }
        >
          <EmptyState title="Sonuç bulunamadı." hint="Aramayı ya da gösterileni değiştirin." />
        </ListTable>
      </ShopListContext>
      {selected.size > 0 && (
        <section
          aria-label="Seçilen firmalar"
          ref={reserveActionBar}
          data-bar="selection"
          className="sticky bottom-[calc(var(--bottom-bar)+0.5rem)] z-20 mt-4 flex flex-wrap items-center gap-2 rounded-lg border-2 border-primary bg-card px-3 py-2 shadow-lg"
        >
          <p className="mr-auto font-semibold">{`${formatCount(selected.size)} firma seçildi`}</p>
          <Button variant="outline" onClick={() => setIsLicensing(true)}>
            <CalendarClock aria-hidden />
            Lisans süresini uzat
          </Button>
          <Button variant="ghost" aria-label="Seçimi bırak" onClick={clear}>
            <X aria-hidden />
          </Button>
        </section>
      )}
      <LicenseDialog
        open={isLicensing}
        onOpenChange={setIsLicensing}
        shops={[...selected.values()]}
        onDone={clear}
      />
      <ShopDialog open={isOpen} onOpenChange={setIsOpen} id={opened ?? 0} />
    </>
  )
}
