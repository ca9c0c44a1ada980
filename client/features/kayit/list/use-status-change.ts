import { useRef } from 'react'

import { useUnpricedQuestion } from '#client/features/kayit/items/unpriced.tsx'
import { api, type RouterInputs } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { useRight } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { useStableCallback } from '#client/lib/use-stable-callback.ts'
import type { KayitListItem } from '#shared/kayit/schema.ts'
import { isCompleted } from '#shared/kayit/rules.ts'

import { STATUS_FAILED, useSetStatus } from './use-set-status.ts'

/**
 * Returns a handler that changes the status like `useSetStatus`, but asks before it completes rows with unpriced items,
 * and that question for other uses.
 */
export function useStatusChange(shown: RouterInputs['kayit']['list']) {
  const setStatus = useSetStatus(shown)
  const hasPrices = useRight('prices')
  const { askUnpriced, unpricedQuestion } = useUnpricedQuestion()
  const changeStatus = async (rows: readonly KayitListItem[], durum: string): Promise<void> => {
    const kayit_ids = rows
      .filter((row) => row.durum !== durum && row.islem_sayisi > 0)
      .map(({ kayit_id }) => kayit_id)
    const goOn = () => void setStatus(rows, durum)
    if (!isCompleted({ durum }) || !hasPrices || kayit_ids.length === 0) return goOn()
    try {
      const unpriced = await api.kayit.unpriced.fetch({ kayit_ids }, { staleTime: 0 })
      askUnpriced(unpriced, 'Yine de tamamla', goOn)
    } catch (error) {
      toast.error(errorMessage(error, STATUS_FAILED, STATUS_FAILED))
    }
  }
  /** Queue: a later change of the same row must not overtake one whose items are still looked up. */
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const onStatus = useStableCallback((rows: readonly KayitListItem[], durum: string): Promise<void> => {
    const turn = last.current.then(() => changeStatus(rows, durum))
    // The next step waits for the question only, not for the server's answer to the change.
    last.current = turn
    return turn
  })
  return { onStatus, askUnpriced, unpricedQuestion }
}
