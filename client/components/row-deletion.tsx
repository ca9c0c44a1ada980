import { useCallback, useState } from 'react'

import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { nearRow } from '#client/components/data-table/near-row.ts'
import { errorMessage } from '#client/lib/error-message.ts'

/** The mutation that deletes one row. */
interface Deleting<Input> {
  mutate: (input: Input, options: { onSettled: () => void }) => void
  reset: () => void
  isPending: boolean
  isSuccess: boolean
  isError: boolean
  error: unknown
}

/**
 * The question before a row of a list goes, and what became of it: `failure` says the same (`failed`) whether no
 * answer came or the server had nothing to say (specification §8).
 */
export function useDeletion<Row, Input>(
  mutation: Deleting<Input>,
  { inputOf, failed }: { inputOf: (row: Row) => Input; failed: string },
) {
  const { mutate, reset, isPending, isSuccess, isError, error } = mutation
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
    if (asked !== undefined) mutate(inputOf(asked.row), { onSettled: () => setOpen(false) })
  }
  return {
    ask,
    failure: isError ? errorMessage(error, failed, failed) : undefined,
    dialog: { asked, open, setOpen, confirm, isPending, isDone: isSuccess },
  }
}

interface DeleteDialogProps<Row> {
  dialog: ReturnType<typeof useDeletion<Row, unknown>>['dialog']
  question: string
  /** What the row is called below the question. */
  nameOf: (row: Row) => string
}

/** Asks; once the row is gone the focus moves to the one that took its place. */
export function DeleteDialog<Row>({ dialog, question, nameOf }: DeleteDialogProps<Row>) {
  const { asked, open, setOpen, confirm, isPending, isDone } = dialog
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      question={question}
      pending={isPending}
      onConfirm={confirm}
      onCloseAutoFocus={(event) => {
        if (!isDone) return
        event.preventDefault()
        asked?.focusNear()
      }}
    >
      {asked !== undefined && nameOf(asked.row)}
    </ConfirmDialog>
  )
}

/** A page of a list without the rows that are gone, its size included. */
export const pageWithout = <Row, Page extends { items: Row[]; total: number }>(
  page: Page & { items: Row[] },
  isGone: (row: Row) => boolean,
) => ({ ...page, items: page.items.filter((row) => !isGone(row)), total: page.total - 1 })
