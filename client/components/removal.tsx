import { useCallback, useState } from 'react'

import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { nearRow } from '#client/components/data-table/near-row.ts'

/** The mutation that removes one row. */
interface Removing<Row> {
  run: (row: Row, options: { onSettled: () => void }) => void
  reset: () => void
  isPending: boolean
  isSuccess: boolean
}

/** The question before a row of a list goes, and what became of it. */
export function useRemoval<Row>({ run, reset, isPending, isSuccess }: Removing<Row>) {
  const [asked, setAsked] = useState<{ row: Row; focusNear: () => void }>()
  const [open, setOpen] = useState(false)
  const ask = useCallback(
    (row: Row, opener: HTMLElement) => {
      reset()
      setAsked({ row, focusNear: nearRow(opener) })
      setOpen(true)
    },
    [reset],
  )
  const confirm = () => {
    if (asked !== undefined) run(asked.row, { onSettled: () => setOpen(false) })
  }
  return { asked, open, setOpen, ask, confirm, pending: isPending, done: isSuccess }
}

interface RemoveDialogProps<Row> extends Omit<ReturnType<typeof useRemoval<Row>>, 'ask'> {
  question: string
  /** What the row is called below the question. */
  nameOf: (row: Row) => string
}

/** Asks; once the row is gone the focus moves to the one that took its place. */
export function RemoveDialog<Row>({
  asked,
  open,
  setOpen,
  confirm,
  pending,
  done,
  question,
  nameOf,
}: RemoveDialogProps<Row>) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      question={question}
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
