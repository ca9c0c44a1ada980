import { useRef, useState } from 'react'

import { trpc } from '#client/lib/api.ts'
import { errorData, errorMessage } from '#client/lib/error-message.ts'
import { randomKey } from '#client/lib/random-key.ts'
import { toast } from '#client/lib/toast.ts'
import type { Kurus } from '#shared/money.ts'
import type { TillDay } from '#shared/till/schema.ts'

const FAILED = 'Kaydedilemedi.'
/** A count does not wait on the device, because entries of others would belong to the wrong day. */
const OFFLINE = 'Yanıt gelmedi. Bağlantı gelince yeniden basın: aynı gün iki kez kapatılmaz.'
const EMPTY = 'Kasadaki parayı sayıp yazın.'

/** The typed count of a drawer. */
export interface Count {
  counted: Kurus | null
  reason: string
  /** Counted less expected; `null` before something is typed. */
  difference: Kurus | null
  failure: string | undefined
  isPending: boolean
  setCounted: (counted: Kurus | null) => void
  setReason: (reason: string) => void
  save: () => void
}

/**
 * Returns the typed count of the open day and the function that closes it; the first count opens the drawer. A
 * repetition after a lost response has the same key, so it closes one day; a refused count gets a new key.
 */
export function useCount(day: TillDay, onClosed: (number: number) => void): Count {
  const utils = trpc.useUtils()
  const key = useRef(randomKey())
  const [counted, setCounted] = useState<Kurus | null>(null)
  const [reason, setReason] = useState('')
  const [failure, setFailure] = useState<string>()
  const answers = {
    onSuccess: (answer: TillDay) => {
      key.current = randomKey()
      setCounted(null)
      setReason('')
      setFailure(undefined)
      toast.success(answer.closed === null ? 'Kasa açıldı.' : 'Gün kapatıldı.')
      void utils.change.invalidate()
      if (answer.closed !== null && answer.number !== null) {
        utils.till.day.setData({ number: answer.number }, answer)
        onClosed(answer.number)
      }
      void utils.till.invalidate()
    },
    onError: (error: unknown) => {
      setFailure(errorMessage(error, FAILED, OFFLINE))
      const refusal = errorData(error)
      if (refusal === undefined) return
      key.current = randomKey()
      if (refusal.code === 'CONFLICT') void utils.till.invalidate()
    },
  }
  const opening = trpc.till.open.useMutation(answers)
  const closing = trpc.till.close.useMutation(answers)
  const { number, expected_kurus } = day
  const save = () => {
    if (counted === null) return setFailure(EMPTY)
    const call = { counted_kurus: counted, key: key.current }
    if (number === null) opening.mutate(call)
    else closing.mutate({ ...call, number, expected_kurus, reason })
  }
  return {
    counted,
    reason,
    difference: counted === null ? null : counted - expected_kurus,
    failure,
    isPending: opening.isPending || closing.isPending,
    setCounted: (typed) => {
      setCounted(typed)
      setFailure(undefined)
    },
    setReason,
    save,
  }
}
