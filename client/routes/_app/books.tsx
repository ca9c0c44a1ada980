import { createFileRoute } from '@tanstack/react-router'

import { KayitList } from '#client/features/kayit/list/kayit-list.tsx'
import { parseKayitSearch, toListInput } from '#client/features/kayit/list/search.ts'
import { api } from '#client/lib/api.ts'
import { searchRouteOptions } from '#client/lib/search-params.ts'

export const Route = createFileRoute('/_app/books')({
  ...searchRouteOptions(parseKayitSearch),
  // Not awaited: the list shows the previous page until the next one is loaded.
  loader: ({ deps, context: { user } }) => void api.kayit.list.prefetch(toListInput(deps, user.preferences)),
  component: KayitList,
})
