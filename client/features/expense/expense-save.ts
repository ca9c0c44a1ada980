import { useRef, useState } from 'react'

import { api, trpc } from '#client/lib/api.ts'
import { errorData, errorMessage } from '#client/lib/error-message.ts'
import { logError } from '#client/lib/log.ts'
import { toast } from '#client/lib/toast.ts'
import type { VersionedExpense } from '#shared/expense/schema.ts'
import { messages } from '#shared/messages.ts'

import { type ExpenseDraft, saveInput } from './expense-form-values.ts'

export interface SaveSettings {
  /** 0 creates. */
  id: number
  onStored: () => void
  /** Somebody else has changed the expense meanwhile. */
  onConflict: (current: VersionedExpense) => void
}

export interface Saving {
  isPending: boolean
  /** Why the last attempt came to nothing. */
  refusal: string | undefined
  save: (draft: ExpenseDraft) => void
  /** The save that the end of the session interrupted, if any. */
  resume: () => void
}

/** Saves an expense, one attempt at a time. Nothing typed is lost when it does not work. */
export function useSaveExpense({ id, onStored, onConflict }: SaveSettings): Saving {
  const { expense, stats } = trpc.useUtils()
  const { mutateAsync } = trpc.expense.save.useMutation()
  const [isPending, setIsPending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const busy = useRef(false)
  const interrupted = useRef<ExpenseDraft>(undefined)

  const failed = async (error: unknown, draft: ExpenseDraft) => {
    const code = errorData(error)?.code
    const current = code === 'CONFLICT' ? await readAgain(id) : null
    if (current !== null) onConflict(current)
    // The login over the form asks for the password and resumes.
    else if (code === 'UNAUTHORIZED') interrupted.current = draft
    else setRefusal(errorMessage(error, messages.expenseSaveFailed, messages.expenseSaveFailed))
    if (code === 'CONFLICT' || code === 'NOT_FOUND') void expense.list.invalidate()
  }
  const store = async (draft: ExpenseDraft) => {
    try {
      await mutateAsync(saveInput(draft, id))
      void expense.invalidate()
      void stats.invalidate()
      toast.success(id === 0 ? messages.expenseCreated : messages.expenseUpdated)
      onStored()
    } catch (error) {
      await failed(error, draft)
    }
    busy.current = false
    setIsPending(false)
  }
  const save = (draft: ExpenseDraft) => {
    if (busy.current) return
    busy.current = true
    interrupted.current = undefined
    setRefusal(undefined)
    setIsPending(true)
    void store(draft)
  }
  return {
    isPending,
    refusal,
    save,
    resume: () => {
      if (interrupted.current !== undefined) save(interrupted.current)
    },
  }
}

/** The expense as it is now; `null` where it cannot be read. */
async function readAgain(id: number): Promise<VersionedExpense | null> {
  try {
    return await api.expense.get.fetch({ id }, { staleTime: 0 })
  } catch (error) {
    logError('Gider yeniden okunamadı.', error)
    return null
  }
}
