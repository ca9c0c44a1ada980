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

import { CUSTOMER_COLUMNS, CustomerListContext, UNPRICED_COLUMNS } from './customer-columns.tsx'
import { search } from './customer-search.ts'

const route = getRouteApi('/_app/customers')

/** The customers of the shop: the URL holds the state, the server searches, sorts and pages. */
export function CustomerList() {
  const state = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const { q = '' } = state
  const [counted, setCounted] = useState<string>()
  const input = search.toInput(state, counted === q)
  const list = trpc.customer.list.useQuery(input, { placeholderData: keepPreviousData })
  const today = useToday()
  const hasPrices = useRight('prices')
  const { query, lastPage } = useListState(input, list)
  const isSimilar = list.data?.similar === true
  const context = useMemo(() => ({ query, today, isSimilar }), [query, today, isSimilar])
  const change = changeAddress(navigate, search.change)
  return (
    <>
      {lastPage !== undefined && (
        <Navigate to="/customers" search={search.change(state, { page: lastPage })} replace />
      )}
      <PageHeader title="Müşteriler" />
      <SearchInput
        className="mb-4 max-w-xl"
        placeholder="Ad, telefon veya vergi no"
        maxLength={MAX_NAME_LENGTH}
        value={input.q}
        onSearch={(q) => change({ q }, true)}
      />
      {isSimilar && <output className="mb-3 block text-sm">Benzer sonuçlar gösteriliyor.</output>}
      <CustomerListContext value={context}>
        <ListTable
          caption="Müşteriler"
          list={list}
          input={input}
          columns={hasPrices ? CUSTOMER_COLUMNS : UNPRICED_COLUMNS}
          rowId={(row) => String(row.id)}
          sizes={KAYIT_PAGE_SIZES}
          onChange={change}
          onCount={() => setCounted(q)}
          loadFailed={messages.customerListFailed}
        >
          <EmptyState
            title={input.q === '' ? 'Müşteri yok.' : 'Sonuç bulunamadı.'}
            hint={
              input.q === ''
                ? 'Müşteriler, ilk kaydın ardından burada görünür.'
                : 'Aramayı değiştirin veya temizleyin.'
            }
          />
        </ListTable>
      </CustomerListContext>
    </>
  )
}
