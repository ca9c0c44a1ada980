import { removeFromPage, reportRestoreFailure, useDeletion } from '#client/components/row-deletion.tsx'
import { trpc, type RouterInputs } from '#client/lib/api.ts'
import { logError } from '#client/lib/log.ts'
import { toast } from '#client/lib/toast.ts'
import { isolated } from '#shared/bidi.ts'
import type { Expense, ExpensePage } from '#shared/expense/schema.ts'
import { messages } from '#shared/messages.ts'
import { formatTL } from '#shared/money.ts'

/** Deletes an expense of the shown page: its row disappears at once, and 'Geri al' restores it for ten seconds. */
export function useDeleteExpense(shown: RouterInputs['expense']['list']) {
  const { expense, stats, till } = trpc.useUtils()
  const invalidateLists = () => Promise.all([expense.invalidate(), stats.invalidate(), till.invalidate()])
  const restore = trpc.expense.restore.useMutation({
    onSuccess: () => {
      toast.success(messages.expenseRestored)
      return invalidateLists()
    },
    onError: (error, input) =>
      reportRestoreFailure(error, messages.expenseRestoreFailed, () => restore.mutate(input)),
  })
  const mutation = trpc.expense.delete.useMutation({
    onSuccess: (_answer, { id }) => {
      expense.list.setData(shown, (page) => {
        const deleted = page?.items.find((row) => row.id === id)
        return page && deleted && removeExpense(page, deleted)
      })
      toast.undo(messages.expenseDeleted, () => restore.mutate({ id }))
      void invalidateLists()
    },
    onError: (error) => {
      logError('Gider silinemedi.', error)
      // The expense may be deleted already, so the list is stale.
      void expense.list.invalidate()
    },
  })
  return useDeletion(mutation, {
    inputOf: ({ id }: Expense) => ({ id }),
    failureMessage: messages.expenseDeleteFailed,
  })
}

/** Returns the page without a row, with its total and sum adjusted. */
function removeExpense(page: ExpensePage, deleted: Expense): ExpensePage {
  return {
    ...removeFromPage(page, (row) => row === deleted),
    toplam_kurus: page.toplam_kurus - deleted.amount_kurus,
    by_category: page.by_category.flatMap((sum) => {
      if (sum.category !== deleted.category) return [sum]
      const count = sum.count - 1
      return count === 0 ? [] : [{ ...sum, count, amount_kurus: sum.amount_kurus - deleted.amount_kurus }]
    }),
  }
}

/** Returns the name of an expense, as the question before its deletion names it. */
export const expenseName = ({ title, amount_kurus }: Expense): string =>
  `${isolated(title)} – ${formatTL(amount_kurus)}`
