import { Banknote, CreditCard, Landmark, type LucideIcon, ReceiptText, Wallet } from 'lucide-react'

import type { PaymentMethod } from '#shared/payment/rules.ts'
import { METHOD_WORDS } from '#shared/payment/words.ts'

const ICONS: Readonly<Record<PaymentMethod, LucideIcon>> = {
  cash: Banknote,
  card: CreditCard,
  transfer: Landmark,
  cheque: ReceiptText,
  other: Wallet,
}

/** The word of a method behind its icon. */
export function Method({ method }: { method: PaymentMethod }) {
  const Icon = ICONS[method]
  return (
    <span className="whitespace-nowrap">
      <Icon aria-hidden className="mr-2 inline size-4 align-[-0.125em] text-muted-foreground" />
      {METHOD_WORDS[method]}
    </span>
  )
}
