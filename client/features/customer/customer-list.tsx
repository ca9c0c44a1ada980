import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'

import { createChangeAddress } from '#client/components/data-table/list-table.tsx'
import { DirectoryList, useDirectoryInput } from '#client/components/directory/directory-list.tsx'
import { trpc } from '#client/lib/api.ts'
import { messages } from '#shared/messages.ts'

import { CUSTOMER_COLUMNS } from './customer-columns.tsx'
import { search } from './customer-search.ts'

const route = getRouteApi('/_app/customers')

/** Lists the customers of the shop. */
export function CustomerList() {
  const state = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const { input, countAll } = useDirectoryInput(search, state)
  const list = trpc.customer.list.useQuery(input, { placeholderData: keepPreviousData })
  return (
    <DirectoryList
      title="Müşteriler"
      placeholder="Ad, telefon veya vergi no"
      empty={{ title: 'Müşteri yok.', hint: 'Müşteriler, ilk kaydın ardından burada görünür.' }}
      failureMessage={messages.customerListFailed}
      columns={CUSTOMER_COLUMNS}
      input={input}
      list={list}
      onChange={createChangeAddress(navigate, search.changeSearch)}
      onCount={countAll}
      renderLastPage={(page) => (
        <Navigate to="/customers" search={search.changeSearch(state, { page })} replace />
      )}
    />
  )
}
