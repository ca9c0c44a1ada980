import { createFileRoute } from '@tanstack/react-router'

import { KayitList } from '#client/features/kayit/list/kayit-list.tsx'
import { parseKayitSearch, toListInput } from '#client/features/kayit/list/search.ts'
import { api } from '#client/lib/api.ts'

export const Route = createFileRoute('/_app/books')({
  validateSearch: parseKayitSearch,
  // The router keeps what the validation dropped: here it goes, from the address too.
  search: { middlewares: [({ search, next }) => parseKayitSearch(next(search))] },
  loaderDeps: ({ search }) => parseKayitSearch(search),
  // Not awaited: the list keeps the old page on screen until the new one is here.
  loader: ({ deps }) => void api.kayit.list.prefetch(toListInput(deps)),
  component: KayitList,
})
