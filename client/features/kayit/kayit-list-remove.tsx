import { useCallback, useState } from 'react'

import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { nearRow } from '#client/components/data-table/near-row.ts'
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
export function useRemoval(shown: RouterInputs['kayit']['list']) {
  const [asked, setAsked] = useState<{ row: KayitListItem; focusNear: () => void }>()
  const [open, setOpen] = useState(false)
  const remove = useRemoveKayit(shown)
  const { reset } = remove
  const ask = useCallback(
    (row: KayitListItem, opener: HTMLElement) => {
      reset()
      setAsked({ row, focusNear: nearRow(opener) })
      setOpen(true)
    },
    [reset],
  )
  const confirm = () => {
    const kayit_id = asked?.row.kayit_id
    if (kayit_id !== undefined) remove.mutate({ kayit_id }, { onSettled: () => setOpen(false) })
  }
  return {
    asked,
    open,
    setOpen,
    ask,
    confirm,
    pending: remove.isPending,
    done: remove.isSuccess,
    failure: remove.isError ? removeFailure(remove.error) : undefined,
  }
}

/** The same sentence whether no answer came or the server had nothing to say (specification §8). */
const removeFailure = (error: unknown) =>
  errorMessage(error, messages.kayitDeleteFailed, messages.kayitDeleteFailed)

export function RemoveDialog({
  asked,
  open,
  setOpen,
  confirm,
  pending,
  done,
}: Omit<ReturnType<typeof useRemoval>, 'ask' | 'failure'>) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      question="Silmek istediğine emin misin?"
      pending={pending}
      onConfirm={confirm}
      onCloseAutoFocus={(event) => {
        if (!done) return
        event.preventDefault()
        asked?.focusNear()
      }}
    >
      {[asked?.row.plaka, asked?.row.musteri_adi_soyadi].filter(Boolean).join(' – ')}
    </ConfirmDialog>
  )
}
