import { createFileRoute } from '@tanstack/react-router'

import { SupportScreen } from '#client/features/feedback/support-screen.tsx'
import { parseSupportSearch } from '#client/features/feedback/support-search.ts'

export const Route = createFileRoute('/_app/feedbacks')({
  validateSearch: parseSupportSearch,
  // The router keeps parameters that the validation dropped; this removes them from the address.
  search: { middlewares: [({ search, next }) => parseSupportSearch(next(search))] },
  loaderDeps: ({ search }) => parseSupportSearch(search),
  component: SupportScreen,
})
