import { createFileRoute } from '@tanstack/react-router'

import { Forbidden } from '#client/components/forbidden.tsx'
import { AppointmentsScreen } from '#client/features/appointment/appointments-screen.tsx'
import { parseAppointmentSearch } from '#client/features/appointment/appointment-search.ts'
import { useRight } from '#client/lib/session.ts'

export const Route = createFileRoute('/_app/books_/appointments')({
  validateSearch: parseAppointmentSearch,
  component: AppointmentsRoute,
})

function AppointmentsRoute() {
  return useRight('quotes') ? <AppointmentsScreen /> : <Forbidden />
}
