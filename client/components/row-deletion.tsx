import { useCallback, useState } from 'react'

import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { prepareRowFocus } from '#client/components/data-table/prepare-row-focus.ts'
import { errorData, errorMessage } from '#client/lib/error-message.ts'
import { toast } from '#client/lib/toast.ts'

/** The mutation that deletes one row. */
interface Deleting<Input> {
  mutate: (input: Input) => void
  reset: () => void
  isPending: boolean
  isSuccess: boolean
  isError: boolean
  error: unknown
}

/**
 * Returns the question before a deletion, and its result. `failure` has the `failureMessage` both when no response
 * arrived and when the server sent no message of its own (specification §8).
 */
export function useDeletion<Row, Input>(
  mutation: Deleting<Input>,
  { inputOf, failureMessage }: { inputOf: (row: Row) => Input; failureMessage: string },
) {
  const { mutate, reset, isPending, isSuccess, isError, error } = mutation
  const [target, setTarget] = useState<{ row: Row; focusRow: () => void }>()
  const [open, setOpen] = useState(false)
  const ask = useCallback(
    (row: Row, opener: HTMLElement) => {
      reset()
      setTarget({ row, focusRow: prepareRowFocus(opener) })
      setOpen(true)
    },
    [reset],
  )
  const confirm = () => {
    if (target !== undefined) mutate(inputOf(target.row))
  }
  return {
    ask,
    failure: isError ? { message: errorMessage(error, failureMessage, failureMessage), error } : undefined,
    dialog: {
      target,
      // The value is derived, so that the dialog closes in the render that shows the list without the row: the focus,
      // which moves at the end of the fade-out or at once, then finds the remaining rows.
      open: open && !isSuccess && !isError,
      setOpen,
      confirm,
      isPending,
      isDone: isSuccess,
    },
  }
}

interface DeleteDialogProps<Row> {
  dialog: ReturnType<typeof useDeletion<Row, unknown>>['dialog']
  question: string
  /** The name of the row below the question. */
  nameOf: (row: Row) => string
}

/** The question before a deletion; afterwards the focus moves to the row that took the position. */
export function DeleteDialog<Row>({ dialog, question, nameOf }: DeleteDialogProps<Row>) {
  const { target, open, setOpen, confirm, isPending, isDone } = dialog
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      question={question}
      isPending={isPending}
      onConfirm={confirm}
      onCloseAutoFocus={(event) => {
        if (!isDone) return
        event.preventDefault()
        target?.focusRow()
      }}
    >
      {target !== undefined && nameOf(target.row)}
    </ConfirmDialog>
  )
}

/** Reports a failed undo, and offers it again unless the row is permanently deleted. */
export function reportRestoreFailure(error: unknown, failureMessage: string, restore: () => void): void {
  const message = errorMessage(error, failureMessage, failureMessage)
  if (errorData(error)?.code === 'NOT_FOUND') toast.error(message)
  else toast.undo(message, restore)
}

/** Returns a page of a list without the deleted row, with its total reduced by one. */
export const removeFromPage = <Row, Page extends { items: Row[]; total: number }>(
  page: Page & { items: Row[] },
  isGone: (row: Row) => boolean,
) => ({ ...page, items: page.items.filter((row) => !isGone(row)), total: page.total - 1 })
