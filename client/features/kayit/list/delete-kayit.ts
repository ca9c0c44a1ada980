import { removeFromPage, reportRestoreFailure, useDeletion } from '#client/components/row-deletion.tsx'
import { trpc, type RouterInputs } from '#client/lib/api.ts'
import { logError } from '#client/lib/log.ts'
import { toast } from '#client/lib/toast.ts'
import type { KayitListItem } from '#shared/kayit/schema.ts'
import { messages } from '#shared/messages.ts'

/** Deletes a record of the shown page: its row disappears at once, and 'Geri al' restores it for ten seconds. */
export function useDeleteKayit(shown: RouterInputs['kayit']['list']) {
  const { kayit, stats, payment } = trpc.useUtils()
  const invalidateLists = () => Promise.all([kayit.invalidate(), stats.invalidate(), payment.invalidate()])
  const restore = trpc.kayit.restore.useMutation({
    onSuccess: () => {
      toast.success(messages.kayitRestored)
      return invalidateLists()
    },
    onError: (error, input) =>
      reportRestoreFailure(error, messages.kayitRestoreFailed, () => restore.mutate(input)),
  })
  const mutation = trpc.kayit.delete.useMutation({
    onSuccess: (_answer, { kayit_id }) => {
      kayit.list.setData(shown, (page) => page && removeFromPage(page, (row) => row.kayit_id === kayit_id))
      toast.undo(messages.kayitDeleted, () => restore.mutate({ kayit_id }))
      void invalidateLists()
    },
    onError: (error) => {
      logError('Kayıt silinemedi.', error)
      // The record may be deleted already, so the list is stale.
      void kayit.list.invalidate()
      void kayit.counts.invalidate()
    },
  })
  return useDeletion(mutation, {
    inputOf: ({ kayit_id }: KayitListItem) => ({ kayit_id }),
    failureMessage: messages.kayitDeleteFailed,
  })
}
