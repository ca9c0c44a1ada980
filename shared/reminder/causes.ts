/** The causes of a car's reminders. A car has one of each; 'other' are the shop's own, told apart by their titles. */
export const CAUSES = ['service', 'inspection', 'insurance', 'casco', 'warranty', 'other'] as const
export type Cause = (typeof CAUSES)[number]

export const CAUSE_WORDS: Readonly<Record<Cause, string>> = {
  service: 'Bakım',
  inspection: 'Muayene',
  insurance: 'Trafik sigortası',
  casco: 'Kasko',
  warranty: 'Garanti',
  other: 'Diğer',
}

/** The causes whose day the shop writes; a warranty's comes from the delivery. */
export const WRITTEN_CAUSES = ['service', 'inspection', 'insurance', 'casco', 'other'] as const
export type WrittenCause = (typeof WRITTEN_CAUSES)[number]

/** A refusal comes from the customer and ends the reminder. */
export const REMINDER_STATES = ['open', 'done', 'refused'] as const
export type ReminderState = (typeof REMINDER_STATES)[number]

export const REMINDER_STATE_WORDS: Readonly<Record<ReminderState, string>> = {
  open: 'bekliyor',
  done: 'yapıldı',
  refused: 'istemiyor',
}

export const MAX_REMINDER_TITLE = 60
/** The most reminders of one car, so that a list stays a list. */
export const MAX_CAR_REMINDERS = 20
export const MAX_DUE_KM = 9_999_999
