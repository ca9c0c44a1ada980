import { useState } from 'react'

import { Combobox, SuggestionLine } from '#client/components/combobox.tsx'
import { Field } from '#client/components/field.tsx'
import { trpc } from '#client/lib/api.ts'
import { carText } from '#client/lib/format.ts'
import { CAPITALS_INPUT, NAME_INPUT } from '#client/lib/input-props.ts'
import { QUIET } from '#client/lib/query-client.ts'
import { joinIsolated } from '#shared/bidi.ts'
import { formatDay } from '#shared/date.ts'
import { foldName } from '#shared/turkish.ts'
import { formatPlate, vehicleKey } from '#shared/vehicle.ts'

import type { AppointmentValues } from './appointment-values.ts'

const LOOKUP = { staleTime: 30_000, retry: false, meta: QUIET } as const
/** Number of typed characters from which on the server is asked. */
const LEAST = 2

interface KnownInputProps {
  values: AppointmentValues
  onChange: (change: Partial<AppointmentValues>) => void
}

/** Asks for the plate and suggests known cars, with their last customers. */
export function CarInput({ values, onChange, error }: KnownInputProps & { error?: string | undefined }) {
  const [typed, setTyped] = useState('')
  const q = vehicleKey(typed)
  const enabled = q.length >= LEAST
  const { data } = trpc.vehicle.lookup.useQuery(
    { q },
    { ...LOOKUP, enabled, placeholderData: (before) => before },
  )
  const cars = (enabled && data?.vehicles) || []
  return (
    <Field label="Plaka" error={error}>
      {(control) => (
        <Combobox
          {...control}
          {...CAPITALS_INPUT}
          name="plate"
          value={values.plate}
          options={cars}
          keyOf={(car) => String(car.id)}
          onValueChange={(plate) => {
            setTyped(plate)
            onChange({ plate })
          }}
          onBlur={() => onChange({ plate: formatPlate(values.plate) })}
          onChoose={(car) => {
            setTyped('')
            const { customer } = car
            onChange({
              plate: car.plate,
              car,
              customer: customer.name,
              phone: customer.phone,
              person: customer.id === 0 ? null : customer,
            })
          }}
        >
          {({ plate, vin, make, model, customer, last }) => (
            <SuggestionLine
              title={plate || vin}
              text={joinIsolated(' · ', [customer.name, carText({ arac_marka: make, arac_model: model })])}
              day={formatDay(last.day)}
            />
          )}
        </Combobox>
      )}
    </Field>
  )
}

/** Asks for the name and suggests known customers, with the car with which they came last. */
export function CustomerInput({ values, onChange }: KnownInputProps) {
  const [typed, setTyped] = useState('')
  const enabled = foldName(typed).length >= LEAST
  const q = typed.trim()
  const { data } = trpc.customer.lookup.useQuery(
    { q },
    { ...LOOKUP, enabled, placeholderData: (before) => before },
  )
  const customers = (enabled && data?.customers) || []
  return (
    <Field label="Ad ya da telefon">
      {(control) => (
        <Combobox
          {...control}
          {...NAME_INPUT}
          value={values.customer}
          options={customers}
          keyOf={(customer) => String(customer.id)}
          onValueChange={(customer) => {
            setTyped(customer)
            onChange({ customer })
          }}
          // A number that was typed here belongs to the next field.
          onBlur={() => {
            if (/^[\d\s()+-]{7,}$/.test(values.customer) && values.phone === '')
              onChange({ customer: '', phone: values.customer })
          }}
          onChoose={(customer) => {
            setTyped('')
            const [car] = customer.cars
            onChange({
              customer: customer.name,
              phone: customer.phone,
              person: customer,
              ...(values.plate === '' && car !== undefined && { plate: car.plate, car }),
            })
          }}
        >
          {({ name, phone, cars, last_day }) => (
            <SuggestionLine
              title={name}
              text={joinIsolated(' · ', [phone, ...cars.map(({ plate, vin }) => plate || vin)])}
              day={formatDay(last_day)}
            />
          )}
        </Combobox>
      )}
    </Field>
  )
}
