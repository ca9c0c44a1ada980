import type { Reminder } from '#shared/reminder/rules.ts'

/** The state of a warranty's reminder, of which nothing is stored until a user does something with it. */
export const WARRANTY: Reminder = {
  cause: 'warranty',
  title: '',
  due_day: null,
  due_km: null,
  car_kind: null,
  registered_on: null,
  state: 'open',
  snoozed_until: null,
  opened_at: null,
  version: 0,
}
