import type { Generated } from 'kysely'

import type { Cause, ReminderState } from '#shared/reminder/causes.ts'
import type { InspectionKind } from '#shared/reminder/inspection.ts'

import type { CreatedAt, Day, ShopRow } from './schema-records.ts'

export interface ReminderTables {
  /** A reminder of a car. It stays with its car when that is merged, so that the cars can be separated again. */
  reminder: ShopRow & {
    vehicle_id: number
    cause: Cause
    /** The name of an 'other' one, and its folded form; otherwise ''. */
    title: Generated<string>
    title_key: Generated<string>
    due_day: Generated<Day | null>
    due_km: Generated<number | null>
    /** The kind and first registration from which an inspection's day is computed. */
    car_kind: Generated<InspectionKind | null>
    registered_on: Generated<Day | null>
    state: Generated<ReminderState>
    snoozed_until: Generated<Day | null>
    /** When WhatsApp was opened with its message; nothing tells whether the message was sent. */
    opened_at: Generated<Date | null>
    version: Generated<number>
    created_at: CreatedAt
    updated_at: Date
  }
}
