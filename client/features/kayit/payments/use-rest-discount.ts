import { useState } from 'react'

import type { KayitValues, StoredKayit } from '#client/features/kayit/form/values.ts'
import { withDiscount } from '#client/features/kayit/items/discount.ts'
import { changeField } from '#client/forms/use-field.ts'
import type { Form } from '#client/forms/use-form.ts'
import { trpc } from '#client/lib/api.ts'
import { discountOf } from '#shared/kayit/discount-rules.ts'
import type { Kurus } from '#shared/money.ts'

interface RestDiscount {
  form: Form<KayitValues, StoredKayit>
  /** The rest after the payment, in kuruş. */
  kurus: Kurus
  /** Whether the record's payments are still those on the screen. */
  isCurrent: () => Promise<boolean>
}

/**
 * Returns the choice to make the rest after a payment a discount. `store` saves the record with it first, so that a
 * refused save leaves no payment behind, and then calls `pay`; without the choice, and where the server will refuse the
 * payment because of others, it calls `pay` at once.
 */
export function useRestDiscount({ form, kurus, isCurrent }: RestDiscount) {
  const [isChosen, setIsChosen] = useState(false)
  const [isStoring, setIsStoring] = useState(false)
  /** A payment that fails afterwards is repeated without a second discount. */
  const [isStored, setIsStored] = useState(false)
  const isOffered = kurus > 0 && !isStored
  const end = (isDone: boolean) => {
    setIsStoring(false)
    setIsStored(isDone)
  }
  const store = async (pay: () => void, onRefused: () => void) => {
    if (!isChosen || !isOffered) return pay()
    setIsStoring(true)
    if (!(await isCurrent())) {
      end(false)
      return pay()
    }
    changeField(form.store, 'islemler', (rows) => withDiscount(rows, discountOf(rows) + kurus))
    const refuse = () => {
      end(false)
      onRefused()
    }
    const stored = () => {
      end(true)
      pay()
    }
    form.submit(() => ({ onStored: stored, onRefused: refuse }))
    // The form has found a problem and sends nothing.
    if (form.store.get().phase === 'idle') refuse()
  }
  return {
    kurus: isOffered ? kurus : 0,
    isChosen: isChosen && isOffered,
    choose: setIsChosen,
    isStoring,
    store,
  }
}

/**
 * Returns the function that asks the server whether the record's payments add up to `paid`. Without an answer the save of
 * the discount decides: a payment alone would leave a rest that the user has given up.
 */
export function useIsPaid(kayitId: number, paid: Kurus): () => Promise<boolean> {
  const { payment } = trpc.useUtils()
  return async () => {
    try {
      const { paid_kurus } = await payment.of.fetch(
        { kayit_id: String(kayitId) },
        { staleTime: 0, retry: false },
      )
      return paid_kurus === paid
    } catch {
      return true
    }
  }
}
