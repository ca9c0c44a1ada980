import { trpc } from '#client/lib/api.ts'
import { QUIET } from '#client/lib/query-client.ts'
import type { ListedAppointment } from '#shared/appointment/schema.ts'
import { addDays, type Day } from '#shared/date.ts'

const isOpen = ({ state }: ListedAppointment) => state === 'awaited' || state === 'came'

/** Returns today's and tomorrow's appointments that count, and the shop's texts of messages. */
export function useNextAppointments(today: Day) {
  const { data, isPending } = trpc.appointment.list.useQuery(
    { from: today, to: addDays(today, 1) },
    { meta: QUIET },
  )
  const all = data?.appointments.filter(isOpen) ?? []
  return {
    isPending,
    texts: data?.texts,
    ofToday: all.filter(({ day }) => day === today),
    ofTomorrow: all.filter(({ day, state }) => day !== today && state === 'awaited'),
  }
}
