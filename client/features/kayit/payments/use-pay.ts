import { useRef, useState } from 'react'

import { type RouterInputs, trpc } from '#client/lib/api.ts'
import { errorData, errorMessage } from '#client/lib/error-message.ts'
import { randomKey } from '#client/lib/random-key.ts'
import { toast } from '#client/lib/toast.ts'
import type { RecordPayments } from '#shared/payment/schema.ts'

const FAILED = 'Kaydedilemedi.'
/** An entry does not wait on the device, because the cash would be counted without it. */
const OFFLINE = 'Yanıt gelmedi. Bağlantı gelince yeniden basın: aynı tutar iki kez kaydedilmez.'

/** Returns the function that takes the answer of a change of a record's money. */
export function useStoreMoney(kayitId: number): (money: RecordPayments) => void {
  const { payment, change } = trpc.useUtils()
  return (money) => {
    payment.of.setData({ kayit_id: String(kayitId) }, money)
    void change.invalidate()
  }
}

/**
 * Returns the function that stores an entry of a record, and the reason why the last one was not stored. A repetition
 * after a lost response has the same key, so it pays nothing twice; a refused entry was not stored and gets a new key.
 */
export function usePay(kayitId: number, onDone: () => void) {
  const store = useStoreMoney(kayitId)
  const utils = trpc.useUtils()
  const key = useRef(randomKey())
  const [failure, setFailure] = useState<string>()
  const { mutate, isPending } = trpc.payment.take.useMutation({
    onSuccess: (money, { kind }) => {
      store(money)
      toast.success(kind === 'refund' ? 'İade kaydedildi.' : 'Tahsilat kaydedildi.')
      onDone()
    },
    onError: (error) => {
      setFailure(errorMessage(error, FAILED, OFFLINE))
      const refusal = errorData(error)
      if (refusal === undefined) return
      key.current = randomKey()
      if (refusal.code === 'CONFLICT') void utils.payment.of.invalidate()
    },
  })
  const pay = (entry: Omit<RouterInputs['payment']['take'], 'kayit_id' | 'key'>) =>
    mutate({ ...entry, kayit_id: kayitId, key: key.current })
  return { pay, failure, isPending }
}
