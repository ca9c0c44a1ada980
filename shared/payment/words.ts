import type { PaymentMethod } from './rules.ts'

/** The methods in the words of a till. */
export const METHOD_WORDS: Readonly<Record<PaymentMethod, string>> = {
  cash: 'Nakit',
  card: 'Kart',
  transfer: 'Havale',
  cheque: 'Çek',
  other: 'Diğer',
}
