export const APPOINTMENT_STATES = ['awaited', 'missed', 'cancelled'] as const
export type AppointmentState = (typeof APPOINTMENT_STATES)[number]

export const STATE_WORDS: Readonly<Record<AppointmentState | 'came', string>> = {
  awaited: 'Bekleniyor',
  came: 'Geldi',
  missed: 'Gelmedi',
  cancelled: 'İptal',
}
