import { carText } from '#client/lib/format.ts'
import { joinIsolated } from '#shared/bidi.ts'
import { formatDay } from '#shared/date.ts'
import type { CustomerMatch } from '#shared/customer/schema.ts'
import type { VehicleMatch } from '#shared/vehicle/schema.ts'

/** Suggestion below a field: a line with a smaller one below, and the day of the last visit. */
export interface Offer {
  key: string
  title: string
  text: string
  day: string
  /** Takes the suggestion over into the form. */
  choose: () => void
}

type Shown = Omit<Offer, 'choose'>

const listed = (parts: readonly string[]) => joinIsolated(' · ', parts)

/** Keeps a phone or a plate in one line, also in a narrow list. */
const unbroken = (text: string) => text.replaceAll(' ', '\u00A0')

/** Returns the suggestion of a car: its plate, or its chassis number without one; below it customer and car. */
export function carOffer({ id, plate, vin, make, model, customer, last }: VehicleMatch): Shown {
  const name = carText({ arac_marka: make, arac_model: model })
  return {
    key: String(id),
    title: plate || vin,
    text: listed([customer.name, name]),
    day: formatDay(last.day),
  }
}

/** Returns the suggestion of a customer: the name; below it phone and plates. */
export function customerOffer({ id, name, phone, cars, last_day }: CustomerMatch): Shown {
  const plates = cars.map(({ plate, vin }) => unbroken(plate || vin))
  return {
    key: String(id),
    title: name,
    text: listed([unbroken(phone), joinIsolated(', ', plates)]),
    day: formatDay(last_day),
  }
}
