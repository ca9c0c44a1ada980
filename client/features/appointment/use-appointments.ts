import { keepPreviousData } from '@tanstack/react-query'

import { queryClient, trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { randomKey } from '#client/lib/random-key.ts'
import { toast } from '#client/lib/toast.ts'
import type { Appointment } from '#shared/appointment/rules.ts'
import type { AppointmentList, ListedAppointment } from '#shared/appointment/schema.ts'
import type { Day } from '#shared/date.ts'

/** Returns the appointments of these days. */
export const useAppointments = (days: readonly Day[]) =>
  trpc.appointment.list.useQuery(
    { from: days[0] ?? '', to: days.at(-1) ?? '' },
    { placeholderData: keepPreviousData },
  )

type Change = Partial<Appointment>

const FAILED = 'Randevu kaydedilemedi.'
const WORDS = {
  awaited: 'Randevu taşındı.',
  missed: 'Gelmedi olarak işaretlendi.',
  cancelled: 'Randevu iptal edildi.',
}

/** The versions that this page stored last: an act may follow before the list is read again. */
const stored = new Map<number, Promise<number>>()

/** Returns the action that moves an appointment or sets its state; it is shown at once and can be undone. */
export function useChangeAppointment() {
  const utils = trpc.useUtils()
  const { mutateAsync } = trpc.kayit.save.useMutation()
  const store = async (one: ListedAppointment, next: Appointment): Promise<ListedAppointment | null> => {
    // The calendar shows the change before the answer.
    queryClient.setQueriesData<AppointmentList>(
      { queryKey: [['appointment', 'list']] },
      (list) => list && withChange(list, one.kayit_id, next),
    )
    const earlier = stored.get(one.kayit_id)
    const save = async () => {
      const last = (await earlier?.catch(() => null)) ?? 0
      const version = Math.max(one.version, last)
      const sent = { id: String(one.kayit_id), version, key: randomKey(), info: {}, appointment: next }
      return (await mutateAsync(sent)).version
    }
    const saving = save()
    stored.set(one.kayit_id, saving)
    try {
      return { ...one, ...next, version: await saving }
    } catch (error) {
      toast.error(errorMessage(error, FAILED, FAILED))
      return null
    } finally {
      for (const read of [utils.appointment, utils.kayit, utils.vehicle, utils.customer])
        void read.invalidate()
    }
  }
  return async (one: ListedAppointment, change: Change) => {
    const before = appointmentOf(one)
    const next = { ...before, state: 'awaited' as const, ...change }
    const after = await store(one, next)
    if (after === null) return
    if (before.state !== 'awaited' && next.state === 'awaited')
      return toast.success('Randevu yeniden bekleniyor.')
    toast.undo(WORDS[next.state], () => void store(after, before))
  }
}

/** Returns the stored fields of an appointment. */
export const appointmentOf = ({ day, start, minutes, state }: ListedAppointment): Appointment => ({
  day,
  start,
  minutes,
  state: state === 'came' ? 'awaited' : state,
})

const withChange = (list: AppointmentList, id: number, next: Appointment): AppointmentList => ({
  ...list,
  appointments: list.appointments.map((one) => (one.kayit_id === id ? { ...one, ...next } : one)),
})
