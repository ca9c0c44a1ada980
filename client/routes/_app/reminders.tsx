import { createFileRoute } from '@tanstack/react-router'

import { Forbidden } from '#client/components/forbidden.tsx'
import { RemindersScreen } from '#client/features/reminder/reminders-screen.tsx'
import type { ReminderSearch } from '#client/features/reminder/reminder-search.ts'
import { useRight } from '#client/lib/session.ts'

export const Route = createFileRoute('/_app/reminders')({
  validateSearch: (raw: ReminderSearch): ReminderSearch => raw,
  component: RemindersRoute,
})

function RemindersRoute() {
  return useRight('quotes') ? <RemindersScreen /> : <Forbidden />
}
