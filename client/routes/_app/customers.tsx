import { createFileRoute } from '@tanstack/react-router'

import { CustomerList } from '#client/features/customer/customer-list.tsx'
import { parseCustomerSearch, toListInput } from '#client/features/customer/customer-search.ts'
import { api } from '#client/lib/api.ts'

export const Route = createFileRoute('/_app/customers')({
  validateSearch: parseCustomerSearch,
  // The router keeps parameters that the validation dropped; this removes them from the address.
  search: { middlewares: [({ search, next }) => parseCustomerSearch(next(search))] },
  loaderDeps: ({ search }) => parseCustomerSearch(search),
  // Not awaited: the list shows the previous page until the next one is loaded.
  loader: ({ deps }) => void api.customer.list.prefetch(toListInput(deps)),
  component: CustomerList,
})
