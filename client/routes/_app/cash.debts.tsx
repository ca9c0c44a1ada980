import { createFileRoute } from '@tanstack/react-router'

import { Forbidden } from '#client/components/forbidden.tsx'
import { DebtsScreen } from '#client/features/cash/debts-screen.tsx'
import { parseDebtsSearch, toDebtsInput } from '#client/features/cash/debts-search.ts'
import { api } from '#client/lib/api.ts'
import { searchRouteOptions } from '#client/lib/search-params.ts'
import { useRight } from '#client/lib/session.ts'

export const Route = createFileRoute('/_app/cash/debts')({
  ...searchRouteOptions(parseDebtsSearch),
  // Not awaited: the list shows the previous page until the next one is loaded.
  loader: ({ deps, context: { user } }) => {
    if (user.rights.includes('payments')) void api.payment.debts.prefetch(toDebtsInput(deps))
  },
  component: DebtsRoute,
})

function DebtsRoute() {
  return useRight('payments') ? <DebtsScreen /> : <Forbidden />
}
