import { useRemoval } from '#client/components/removal.tsx'
import { trpc, type RouterInputs } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { logError } from '#client/lib/log.ts'
import { toast } from '#client/lib/toast.ts'
import type { KayitListItem } from '#shared/kayit/schema.ts'
import { messages } from '#shared/messages.ts'

/** Deletes a record of the shown page: its row goes at once, and 'Geri al' brings it back for ten seconds. */
function useRemoveKayit(shown: RouterInputs['kayit']['list']) {
  const { kayit, stats } = trpc.useUtils()
  const changed = () => Promise.all([kayit.invalidate(), stats.invalidate()])
  const restore = trpc.kayit.restore.useMutation({
    onSuccess: () => {
      toast.success(messages.kayitRestored)
      return changed()
    },
    onError: (error) => toast.error(errorMessage(error, messages.kayitRestoreFailed)),
  })
  return trpc.kayit.remove.useMutation({
    onSuccess: (_answer, { kayit_id }) => {
      kayit.list.setData(
        shown,
        (page) =>
          page && {
            ...page,
            items: page.items.filter((row) => row.kayit_id !== kayit_id),
            total: page.total - 1,
          },
      )
      toast.undo(messages.kayitDeleted, () => restore.mutate({ kayit_id }))
      void changed()
    },
    onError: (error) => {
      logError('Kayıt silinemedi.', error)
      // Perhaps it is gone already: then the list is not what it was.
      void kayit.list.invalidate()
    },
  })
}

/** The question before a record goes, and what became of it. */
export function useKayitRemoval(shown: RouterInputs['kayit']['list']) {
  const mutation = useRemoveKayit(shown)
  const removal = useRemoval<KayitListItem>({
    ...mutation,
    run: ({ kayit_id }, options) => mutation.mutate({ kayit_id }, options),
  })
  return { ...removal, failure: mutation.isError ? removeFailure(mutation.error) : undefined }
}

/** The same sentence whether no answer came or the server had nothing to say (specification §8). */
const removeFailure = (error: unknown) =>
  errorMessage(error, messages.kayitDeleteFailed, messages.kayitDeleteFailed)

/** What a record is called in the question. */
export const removedName = ({ plaka, musteri_adi_soyadi }: KayitListItem): string =>
  [plaka, musteri_adi_soyadi].filter(Boolean).join(' – ')
