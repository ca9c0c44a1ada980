import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'

import { changeAddress, ListTable, useListState } from '#client/components/data-table/list-table.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { SearchInput } from '#client/components/search-input.tsx'
import { trpc } from '#client/lib/api.ts'
import { useRight } from '#client/lib/session.ts'
import { useToday } from '#client/lib/use-today.ts'
import { messages } from '#shared/messages.ts'
import { KAYIT_PAGE_SIZES, MAX_NAME_LENGTH } from '#shared/options.ts'

import { VEHICLE_COLUMNS, VehicleListContext, UNPRICED_COLUMNS } from './vehicle-columns.tsx'
import { search } from './vehicle-search.ts'

const route = getRouteApi('/_app/vehicles')

/** The cars of the shop: the URL holds the state, the server searches, sorts and pages. */
export function VehicleList() {
  const state = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const { q = '' } = state
  const [counted, setCounted] = useState<string>()
  const input = search.toInput(state, counted === q)
  const list = trpc.vehicle.list.useQuery(input, { placeholderData: keepPreviousData })
  const today = useToday()
  const hasPrices = useRight('prices')
  const { query, lastPage } = useListState(input, list)
  const context = useMemo(() => ({ query, today }), [query, today])
  const change = changeAddress(navigate, search.change)
  return (
    <>
      {lastPage !== undefined && (
        <Navigate to="/vehicles" search={search.change(state, { page: lastPage })} replace />
      )}
      <PageHeader title="Araçlar" />
      <SearchInput
        className="mb-4 max-w-xl"
        placeholder="Plaka, şasi no, marka veya model"
        maxLength={MAX_NAME_LENGTH}
        value={input.q}
        onSearch={(q) => change({ q }, true)}
      />
      <VehicleListContext value={context}>
        <ListTable
          caption="Araçlar"
          list={list}
          input={input}
          columns={hasPrices ? VEHICLE_COLUMNS : UNPRICED_COLUMNS}
          rowId={(row) => String(row.id)}
          sizes={KAYIT_PAGE_SIZES}
          onChange={change}
          onCount={() => setCounted(q)}
          loadFailed={messages.vehicleListFailed}
        >
          <EmptyState
            title={input.q === '' ? 'Araç yok.' : 'Sonuç bulunamadı.'}
            hint={
              input.q === ''
                ? 'Araçlar, ilk kaydın ardından burada görünür.'
                : 'Aramayı değiştirin veya temizleyin.'
            }
          />
        </ListTable>
      </VehicleListContext>
    </>
  )
}
