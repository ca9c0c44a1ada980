import { createFileRoute } from '@tanstack/react-router'

import { ExpenseList } from '#client/features/expense/expense-list.tsx'
import { parseExpenseSearch, toListInput } from '#client/features/expense/expense-search.ts'
import { api } from '#client/lib/api.ts'

export const Route = createFileRoute('/_app/expense')({
  validateSearch: parseExpenseSearch,
  // The router keeps what the validation dropped: here it goes, from the address too.
  search: { middlewares: [({ search, next }) => parseExpenseSearch(next(search))] },
  loaderDeps: ({ search }) => parseExpenseSearch(search),
  // Not awaited: the list keeps the old page on screen until the new one is here.
  loader: ({ deps }) => void api.expense.list.prefetch(toListInput(deps)),
  component: ExpenseList,
})
