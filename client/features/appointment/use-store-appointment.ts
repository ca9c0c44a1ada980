import { useState } from 'react'

import { trpc } from '#client/lib/api.ts'
import { randomKey } from '#client/lib/random-key.ts'
import { toast } from '#client/lib/toast.ts'
import { useShowStored } from '#client/lib/use-show-stored.ts'
import type { ListedAppointment } from '#shared/appointment/schema.ts'
import { minuteOf } from '#shared/clock.ts'

import type { AppointmentValues } from './appointment-values.ts'

/** Returns the action that stores the dialog: a new appointment, or the changes of a stored one. */
export function useStoreAppointment(stored: ListedAppointment | null) {
  const { mutate, isPending, error } = trpc.kayit.save.useMutation()
  const showStored = useShowStored()
  // A repetition after a lost response must be the same call.
  const [key] = useState(randomKey)
  const store = (values: AppointmentValues, first: AppointmentValues, onDone: () => void) => {
    const { day, minutes } = values
    const appointment = { day, minutes, start: minuteOf(values.clock) ?? 0 }
    const info = infoOf(values, stored === null ? null : first)
    const input =
      stored === null
        ? { ...linksOf(values), id: '0', stage: 'appointment' as const, info, appointment, key }
        : { id: String(stored.kayit_id), version: stored.version, info, appointment, key }
    mutate(input, {
      onSuccess: (saved) => {
        showStored(saved)
        toast.success(stored === null ? 'Randevu kaydedildi.' : 'Randevu değiştirildi.')
        onDone()
      },
    })
  }
  return { store, isPending, error }
}

const FIELDS = {
  plate: 'plaka',
  customer: 'musteri_adi_soyadi',
  phone: 'musteri_tel',
  work: 'musteri_talebi',
} as const

/** Returns the fields of the record; of a stored one only the changed ones, because `work` may be its first item. */
function infoOf(values: AppointmentValues, first: AppointmentValues | null): Record<string, string> {
  const names = Object.keys(FIELDS) as (keyof typeof FIELDS)[]
  const changed = names.filter((name) => first === null || values[name] !== first[name])
  const { car } = values
  const isSame = car !== null && car.plate === values.plate
  return {
    ...Object.fromEntries(changed.map((name) => [FIELDS[name], values[name]])),
    ...(isSame && { arac_marka: car.make, arac_model: car.model, sasi_no: car.vin }),
  }
}

/** Returns the ids of the chosen car and customer, as long as the fields name them. */
const linksOf = ({ car, person, plate, customer }: AppointmentValues) => ({
  ...(car !== null && car.plate === plate && { vehicle_id: String(car.id) }),
  ...(person !== null && person.name === customer && { customer_id: String(person.id) }),
})
