import { carText } from '#client/lib/format.ts'
import { joinIsolated } from '#shared/bidi.ts'
import { formatDay } from '#shared/date.ts'
import type { CustomerMatch } from '#shared/customer/schema.ts'
import type { VehicleMatch } from '#shared/vehicle/schema.ts'

/** Suggestion below a field: a line with a smaller one below, and the day of the last visit. */
export interface FieldSuggestion {
  key: string
  title: string
  text: string
  day: string
  /** Prefills the form with the suggestion. */
  choose: () => void
}

type SuggestionText = Omit<FieldSuggestion, 'choose'>

const joinParts = (parts: readonly string[]) => joinIsolated(' · ', parts)

/** Keeps a phone or a plate in one line, also in a narrow list. */
const withoutBreaks = (text: string) => text.replaceAll(' ', '\u00A0')

/** Returns the suggestion of a car: its plate, or its chassis number without one; below it customer and car. */
export function suggestCar({ id, plate, vin, make, model, customer, last }: VehicleMatch): SuggestionText {
  const name = carText({ arac_marka: make, arac_model: model })
  return {
    key: String(id),
    title: plate || vin,
    text: joinParts([customer.name, name]),
    day: formatDay(last.day),
  }
}

/** Returns the suggestion of a customer: the name; below it phone and plates. */
export function suggestCustomer({ id, name, phone, cars, last_day }: CustomerMatch): SuggestionText {
  const plates = cars.map(({ plate, vin }) => withoutBreaks(plate || vin))
  return {
    key: String(id),
    title: name,
    text: joinParts([withoutBreaks(phone), joinIsolated(', ', plates)]),
    day: formatDay(last_day),
  }
}
