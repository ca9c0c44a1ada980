import { createFileRoute } from '@tanstack/react-router'

import { CustomerScreen } from '#client/features/customer/customer-screen.tsx'
import { api } from '#client/lib/api.ts'

export const Route = createFileRoute('/_app/customer/$id')({
  // Not awaited: the screen shows its own loading state.
  loader: ({ params }) => {
    void api.customer.get.prefetch(params)
    void api.customer.visits.prefetch({ ...params, page: 1 })
  },
  component: CustomerRoute,
})

function CustomerRoute() {
  const { id } = Route.useParams()
  return <CustomerScreen key={id} id={id} />
}
