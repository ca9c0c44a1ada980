import { api, trpc } from '#client/lib/api.ts'
import { errorData, errorMessage } from '#client/lib/error-message.ts'
import { toast } from '#client/lib/toast.ts'
import { useAttempt } from '#client/lib/use-attempt.ts'
import type { VersionedExpense } from '#shared/expense/schema.ts'
import { messages } from '#shared/messages.ts'

import { type ExpenseDraft, saveInput } from './expense-form-values.ts'

export interface SaveSettings {
  /** 0 creates. */
  id: number
  onStored: (stored: { id: number; version: number }, sent: ExpenseDraft) => void
  /** Somebody else has changed the expense meanwhile. */
  onConflict: (current: VersionedExpense) => void
}

/** Saves an expense, and reads the list again where it is not what it was. */
export function useSaveExpense({ id, onStored, onConflict }: SaveSettings) {
  const { expense, stats } = trpc.useUtils()
  const { mutateAsync } = trpc.expense.save.useMutation()
  return useAttempt({
    store: async (draft: ExpenseDraft) => {
      const stored = await mutateAsync(saveInput(draft, id))
      void expense.invalidate()
      void stats.invalidate()
      toast.success(id === 0 ? messages.expenseCreated : messages.expenseUpdated)
      onStored(stored, draft)
    },
    readAgain: () => api.expense.get.fetch({ id }, { staleTime: 0 }),
    onConflict: (current: VersionedExpense) => {
      onConflict(current)
      void expense.list.invalidate()
    },
    refuse: (error) => {
      const code = errorData(error)?.code
      if (code === 'CONFLICT' || code === 'NOT_FOUND') void expense.list.invalidate()
      return errorMessage(error, messages.expenseSaveFailed, messages.expenseSaveFailed)
    },
  })
}
