import { useState } from 'react'

import type { KayitValues, StoredKayit } from '#client/features/kayit/form/values.ts'
import { withDiscount } from '#client/features/kayit/items/discount.ts'
import { changeField } from '#client/forms/use-field.ts'
import type { Form } from '#client/forms/use-form.ts'
import { discountOf } from '#shared/kayit/discount-rules.ts'
import type { Kurus } from '#shared/money.ts'

/**
 * Returns the choice to make the rest after a payment, in kuruş, a discount. `store` saves the record with it first, so
 * that a refused save leaves no payment behind, and then calls `pay`; without the choice it calls `pay` at once.
 */
export function useRestDiscount(form: Form<KayitValues, StoredKayit>, kurus: Kurus) {
  const [isChosen, setIsChosen] = useState(false)
  const [isStoring, setIsStoring] = useState(false)
  /** A payment that fails afterwards is repeated without a second discount. */
  const [isStored, setIsStored] = useState(false)
  const isOffered = kurus > 0 && !isStored
  const end = (isDone: boolean) => {
    setIsStoring(false)
    setIsStored(isDone)
  }
  const store = (pay: () => void, onRefused: () => void) => {
    if (!isChosen || !isOffered) return pay()
    setIsStoring(true)
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
