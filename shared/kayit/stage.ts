/**
 * The stages of a record: a visit, or a quote or an appointment before the car is in the shop (decision 44). Only visits
 * count anywhere.
 */
export const STAGES = ['visit', 'quote', 'appointment'] as const
export type Stage = (typeof STAGES)[number]

/** The stages of a record that is no visit yet. */
export const EARLY_STAGES = ['quote', 'appointment'] as const
export type EarlyStage = (typeof EARLY_STAGES)[number]

export const STAGE_WORDS: Readonly<Record<Stage, string>> = {
  visit: 'Kayıt',
  quote: 'Teklif',
  appointment: 'Randevu',
}

/** Days for which a new quote is valid if no day is sent. */
export const QUOTE_DAYS = 15
