import { createFileRoute } from '@tanstack/react-router'

import { CustomerPage } from '#client/features/customer/customer-page.tsx'
import { api } from '#client/lib/api.ts'

export const Route = createFileRoute('/_app/customer/$id')({
  // Not awaited: the screen shows its own loading state.
  loader: ({ params }) => {
    void api.customer.get.prefetch(params)
    void api.customer.visits.prefetch({ ...params, page: 1 })
  },
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <CustomerPage key={id} id={id} />
}
