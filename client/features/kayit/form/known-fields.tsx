import { useState } from 'react'

import { trpc } from '#client/lib/api.ts'
import { foldName } from '#shared/turkish.ts'
import { vehicleKey, vinKeyPart } from '#shared/vehicle.ts'

import { InfoField, type InfoFieldProps } from './info-field.tsx'
import { suggestCar, suggestCustomer, type FieldSuggestion } from './field-suggestions.ts'
import { type KnownCar, LOOKUP } from './use-known-car.ts'

/** Number of typed characters from which on the server is asked. */
const LEAST = 2

type Props = InfoFieldProps & { known: KnownCar }

/** Asks for the plate or the chassis number; suggests the cars that begin with the text typed into a new record. */
export function CarField({ known, ...props }: Props) {
  const [typed, setTyped] = useState('')
  const key = vehicleKey(typed)
  const isAsked = key.length >= LEAST
  const { data } = trpc.vehicle.lookup.useQuery(
    { q: key },
    { ...LOOKUP, enabled: isAsked, placeholderData: (before) => before },
  )
  // The panel below shows more about a car that the field names completely.
  const isShown = isAsked && known.match === undefined
  const cars = (isShown && data?.vehicles) || []
  const options = cars
    .filter(
      ({ plate, vin }) => vehicleKey(plate).startsWith(key) || vinKeyPart(vin).startsWith(vinKeyPart(key)),
    )
    .map((car): FieldSuggestion => ({ ...suggestCar(car), choose: () => known.chooseCar(car, props.name) }))
  return <InfoField {...props} suggestions={known.isNew ? { options, onType: setTyped } : undefined} />
}

/** Asks for the customer's name or phone; suggests the customers whose words or digits begin with the typed text. */
export function CustomerField({ known, ...props }: Props) {
  const [typed, setTyped] = useState('')
  const isAsked = foldName(typed).length >= LEAST
  const { data } = trpc.customer.lookup.useQuery(
    { q: typed.trim() },
    { ...LOOKUP, enabled: isAsked, placeholderData: (before) => before },
  )
  const options = ((isAsked && data?.customers) || []).map((customer): FieldSuggestion => ({
    ...suggestCustomer(customer),
    choose: () => known.chooseCustomer(customer, props.name),
  }))
  return <InfoField {...props} suggestions={known.isNew ? { options, onType: setTyped } : undefined} />
}
