import type { Generated } from 'kysely'

import type { CreatedAt, Day } from './schema-columns.ts'

/** What a car or a customer has of its records that count: those not deleted, also of what was merged into it. */
interface Visited {
  /** How many records. */
  visits: Generated<number>
  /** The sum of their totals, without cancelled ones. */
  total_kurus: Generated<number>
  /** The day of the newest; `null` without one. */
  last_day: Generated<Day | null>
  /** The car or customer that this one is: merged by hand. It keeps its own records, so that this can be undone. */
  merged_into: Generated<number | null>
  /** When its personal data was erased: no record is linked to it from then on, and nothing describes it anew. */
  erased_at: Generated<Date | null>
}

/** A car of the shop, as its latest visit described it. */
export interface VehicleTable extends Visited {
  shop_id: number
  id: Generated<number>
  plate: string
  /** `vehicleKey` of the plate and of the chassis number. */
  plate_key: string
  vin: string
  vin_key: string
  make: string
  model: string
  model_year: number | null
  engine_no: string
  /** Search texts: make and model; plate and chassis number. */
  search_name: string
  search_vehicle: string
  /** Turkish sort keys of the plate, and of make and model. */
  plate_sort_key: string
  name_sort_key: string
  /** The day of the visit whose record described it last. */
  seen_day: Day
  created_at: CreatedAt
}

/** A customer of the shop, as the latest visit described them. */
export interface CustomerTable extends Visited {
  shop_id: number
  id: Generated<number>
  name: string
  name_key: string
  phone: string
  phone_key: string
  tax_no: string
  /** The digits of a valid identity or tax number, otherwise ''. */
  tax_key: string
  /** Search texts: the name; the digits of phone and tax number; the name without its Turkish marks. */
  search_name: string
  search_number: string
  search_plain: string
  /** Turkish sort key. */
  name_sort_key: string
  seen_day: Day
  created_at: CreatedAt
}
