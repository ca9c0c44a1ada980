import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'

import { trpc } from '#client/lib/api.ts'
import { Card } from '#client/ui/card.tsx'
import { STATE_WORDS } from '#shared/appointment/states.ts'
import { appointmentWords } from '#shared/appointment/words.ts'

/** Shows when the car of an appointment is awaited, and leads to its week; nothing for any other record. */
export function AppointmentLine({ id }: { id: number }) {
  const { data } = trpc.kayit.get.useQuery({ kayit_id: id }, { enabled: false })
  const appointment = data?.appointment
  if (appointment === undefined) return null
  const { state, day, minutes } = appointment
  return (
    <Card aria-label="Randevu" data-print="hide" className="grid px-4 py-2 text-sm md:px-4 md:py-2">
      <p className="font-medium">{`${appointmentWords(appointment)}, ${minutes} dk`}</p>
      {state !== 'awaited' && <p className="text-warning-ink">{STATE_WORDS[state]}</p>}
      <Link
        to="/books/appointments"
        search={{ day }}
        className="inline-flex min-h-11 items-center gap-1 text-primary underline-offset-4 hover:underline md:min-h-8"
      >
        Takvimde göster
        <ChevronRight aria-hidden className="ml-auto size-4" />
      </Link>
    </Card>
  )
}
