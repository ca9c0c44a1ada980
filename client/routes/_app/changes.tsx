import { createFileRoute } from '@tanstack/react-router'

import { ChangeScreen } from '#client/features/change/change-screen.tsx'
import { parseChangeSearch, toChangeInput } from '#client/features/change/change-search.ts'
import { api } from '#client/lib/api.ts'

export const Route = createFileRoute('/_app/changes')({
  validateSearch: parseChangeSearch,
  // The router keeps parameters that the validation dropped; this removes them from the address.
  search: { middlewares: [({ search, next }) => parseChangeSearch(next(search))] },
  loaderDeps: ({ search }) => parseChangeSearch(search),
  // Not awaited: the list shows the previous page until the next one is loaded.
  loader: ({ deps, context }) => {
    if (deps.tab !== 'trash' && context.user.rights.includes('history'))
      void api.change.list.prefetch(toChangeInput(deps))
    else void api.change.trash.prefetch({ page: deps.page ?? 1 })
  },
  component: ChangeScreen,
})
