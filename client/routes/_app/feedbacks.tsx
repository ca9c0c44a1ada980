import { createFileRoute } from '@tanstack/react-router'

import { SupportScreen } from '#client/features/feedback/support-screen.tsx'
import { parseSupportSearch } from '#client/features/feedback/support-search.ts'
import { searchRouteOptions } from '#client/lib/search-params.ts'

export const Route = createFileRoute('/_app/feedbacks')({
  ...searchRouteOptions(parseSupportSearch),
  component: SupportScreen,
})
