import { createFileRoute } from '@tanstack/react-router'

import { Forbidden } from '#client/components/forbidden.tsx'
import { MonthScreen } from '#client/features/cash/month-screen.tsx'
import { useRight } from '#client/lib/session.ts'

// The screen reads its address itself, because parsing it here would be code of the first chunk.
export const Route = createFileRoute('/_app/cash/month')({ component: MonthRoute })

function MonthRoute() {
  return useRight('payments') ? <MonthScreen /> : <Forbidden />
}
