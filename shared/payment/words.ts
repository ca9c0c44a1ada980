import type { OwedState } from '#shared/options.ts'

import type { PaymentKind, PaymentMethod } from './rules.ts'

/** The methods in the words of a till. */
export const METHOD_WORDS: Readonly<Record<PaymentMethod, string>> = {
  cash: 'Nakit',
  card: 'Kart',
  transfer: 'Havale',
  cheque: 'Çek',
  other: 'Diğer',
}

/** The filters of the list by what customers owe. */
export const OWED_WORDS: Readonly<Record<OwedState, string>> = {
  unpaid: 'Ödenmedi',
  partial: 'Kısmen ödendi',
}

/** Returns the kind of an entry in words; a cancellation has the other kind than its entry. */
export function kindWord({ kind, reverses }: { kind: PaymentKind; reverses: number | null }): string {
  if (reverses !== null) return kind === 'refund' ? 'Tahsilat iptali' : 'İade iptali'
  return kind === 'refund' ? 'İade' : 'Tahsilat'
}
