import { createFileRoute } from '@tanstack/react-router'

import { PersonalDataScreen } from '#client/features/personal-data/personal-data-screen.tsx'
import { parsePersonalDataSearch } from '#client/features/personal-data/personal-data-search.ts'
import { searchState } from '#client/lib/search-params.ts'

// Seldom opened: nothing is asked for before its code is there, which would be code of the first chunk.
export const Route = createFileRoute('/_app/personal-data')({
  ...searchState(parsePersonalDataSearch),
  component: PersonalDataScreen,
})
