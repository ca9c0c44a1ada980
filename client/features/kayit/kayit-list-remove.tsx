import { useCallback, useState } from 'react'

import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { trpc, type RouterInputs } from '#client/lib/api.ts'
import { errorMessage, isNetworkError } from '#client/lib/error-message.ts'
import { logError } from '#client/lib/log.ts'
import { toast } from '#client/lib/toast.ts'
import type { KayitListItem } from '#shared/kayit/schema.ts'
import { messages } from '#shared/messages.ts'

/** Deletes a record of the shown page: its row goes at once, and 'Geri al' brings it back for ten seconds. */
function useRemoveKayit(shown: RouterInputs['kayit']['list']) {
  const { kayit } = trpc.useUtils()
  const restore = trpc.kayit.restore.useMutation({
    onSuccess: () => {
      toast.success(messages.kayitRestored)
      return kayit.invalidate()
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
      void kayit.invalidate()
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
      setAsked({ row, focusNear: nearIn(opener) })
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

/** 'Silme başarısız' where the server said nothing (specification §8). */
function removeFailure(error: unknown): string {
  return isNetworkError(error) ? messages.kayitDeleteFailed : errorMessage(error, messages.kayitDeleteFailed)
}

/** Moves the focus to the row that took the place of the deleted one, else to the search. */
function nearIn(opener: HTMLElement): () => void {
  const body = opener.closest('tbody')
  const index = [...(body?.rows ?? [])].findIndex((row) => row.contains(opener))
  return () => {
    const rows = [...(body?.rows ?? [])]
    const near = rows[Math.min(index, rows.length - 1)]?.querySelector<HTMLElement>('button')
    const search = document.querySelector<HTMLElement>('main input[type="search"]')
    ;(near ?? search)?.focus()
  }
}

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
