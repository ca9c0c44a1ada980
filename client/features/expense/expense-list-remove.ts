import { useRemoval } from '#client/components/removal.tsx'
import { trpc, type RouterInputs } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { logError } from '#client/lib/log.ts'
import { toast } from '#client/lib/toast.ts'
import type { Expense, ExpensePage } from '#shared/expense/schema.ts'
import { messages } from '#shared/messages.ts'
import { formatTL } from '#shared/money.ts'

type Shown = RouterInputs['expense']['list']

/** Deletes an expense of the shown page: its row goes at once, and 'Geri al' brings it back for ten seconds. */
function useRemoveExpense(shown: Shown) {
  const { expense, stats } = trpc.useUtils()
  const changed = () => Promise.all([expense.invalidate(), stats.invalidate()])
  const restore = trpc.expense.restore.useMutation({
    onSuccess: () => {
      toast.success(messages.expenseRestored)
      return changed()
    },
    onError: (error) => toast.error(errorMessage(error, messages.expenseRestoreFailed)),
  })
  return trpc.expense.remove.useMutation({
    onSuccess: (_answer, { id }) => {
      expense.list.setData(shown, (page) => {
        const gone = page?.items.find((row) => row.id === id)
        return page && gone && without(page, gone)
      })
      toast.undo(messages.expenseDeleted, () => restore.mutate({ id }))
      void changed()
    },
    onError: (error) => {
      logError('Gider silinemedi.', error)
      // Perhaps it is gone already: then the list is not what it was.
      void expense.list.invalidate()
    },
  })
}

/** The page without a row, its size and sum included. */
function without(page: ExpensePage, gone: Expense): ExpensePage {
  return {
    items: page.items.filter((row) => row !== gone),
    total: page.total - 1,
    toplam_kurus: page.toplam_kurus - gone.amount_kurus,
  }
}

/** The question before an expense goes, and what became of it. */
export function useExpenseRemoval(shown: Shown) {
  const mutation = useRemoveExpense(shown)
  const removal = useRemoval<Expense>({
    ...mutation,
    run: ({ id }, options) => mutation.mutate({ id }, options),
  })
  return { ...removal, failure: mutation.isError ? removeFailure(mutation.error) : undefined }
}

/** The same message whether no response came or the server had nothing to say (specification §8). */
const removeFailure = (error: unknown) =>
  errorMessage(error, messages.expenseDeleteFailed, messages.expenseDeleteFailed)

/** What an expense is called in the question. */
export const removedName = ({ title, amount_kurus }: Expense): string =>
  `${title} – ${formatTL(amount_kurus)}`
