import { useCallback, useState } from 'react'

import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { nearRow } from '#client/components/data-table/near-row.ts'

interface Removing {
  mutate: (input: { id: number }, options: { onSettled: () => void }) => void
  reset: () => void
  isPending: boolean
  isSuccess: boolean
}

/** The question before a row of either list goes. */
export function useRemoval<Row extends { id: number }>(remove: Removing) {
  const [asked, setAsked] = useState<{ row: Row; focusNear: () => void }>()
  const [open, setOpen] = useState(false)
  const { reset } = remove
  const ask = useCallback(
    (row: Row, opener: HTMLElement) => {
      reset()
      setAsked({ row, focusNear: nearRow(opener) })
      setOpen(true)
    },
    [reset],
  )
  const confirm = () => {
    const id = asked?.row.id
    if (id !== undefined) remove.mutate({ id }, { onSettled: () => setOpen(false) })
  }
  return { asked, open, setOpen, ask, confirm, pending: remove.isPending, done: remove.isSuccess }
}

interface RemoveDialogProps<Row extends { id: number }> extends Omit<
  ReturnType<typeof useRemoval<Row>>,
  'ask'
> {
  /** What the row is called in the question. */
  nameOf: (row: Row) => string
}

export function RemoveDialog<Row extends { id: number }>({
  asked,
  open,
  setOpen,
  confirm,
  pending,
  done,
  nameOf,
}: RemoveDialogProps<Row>) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      question="Silinsin mi?"
      pending={pending}
      onConfirm={confirm}
      onCloseAutoFocus={(event) => {
        if (!done) return
        event.preventDefault()
        asked?.focusNear()
      }}
    >
      {asked !== undefined && nameOf(asked.row)}
    </ConfirmDialog>
  )
}

/** A page of a list without a row, its size included. */
export const without = <Row extends { id: number }>(page: { items: Row[]; total: number }, id: number) => ({
  items: page.items.filter((row) => row.id !== id),
  total: page.total - 1,
})
