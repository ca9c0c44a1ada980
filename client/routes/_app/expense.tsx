import { createFileRoute } from '@tanstack/react-router'

import { Forbidden } from '#client/components/forbidden.tsx'
import { ExpenseList } from '#client/features/expense/expense-list.tsx'
import { parseExpenseSearch, toListInput } from '#client/features/expense/expense-search.ts'
import { api } from '#client/lib/api.ts'
import { searchRouteOptions } from '#client/lib/search-params.ts'
import { useSessionUser } from '#client/lib/session.ts'

export const Route = createFileRoute('/_app/expense')({
  ...searchRouteOptions(parseExpenseSearch),
  // Not awaited: the list shows the previous page until the next one is loaded.
  loader: ({ deps, context: { user } }) => {
    if (!user.rights.includes('figures')) return
    void api.expense.list.prefetch(toListInput(deps))
    void api.expense.repetitions.prefetch()
  },
  component: ExpenseRoute,
})

function ExpenseRoute() {
  return useSessionUser().rights.includes('figures') ? <ExpenseList /> : <Forbidden />
}
