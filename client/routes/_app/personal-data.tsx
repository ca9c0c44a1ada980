import { createFileRoute } from '@tanstack/react-router'

import { PersonalDataScreen } from '#client/features/personal-data/personal-data-screen.tsx'
import { parsePersonalDataSearch } from '#client/features/personal-data/personal-data-search.ts'
import { searchRouteOptions } from '#client/lib/search-params.ts'

// The screen is seldom opened, so its data is not prefetched, which would add code to the first chunk.
export const Route = createFileRoute('/_app/personal-data')({
  ...searchRouteOptions(parsePersonalDataSearch),
  component: PersonalDataScreen,
})
