import { useCallback, useState, type ReactNode } from 'react'

import { Dialog, DialogContent, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'

/** Which row a dialog holds, `null` for a new one; it stays while the dialog fades out. */
export function useEditor<Row>() {
  const [{ row, round }, setEdited] = useState<{ row: Row | null; round: number }>({ row: null, round: 0 })
  const [open, setOpen] = useState(false)
  const edit = useCallback((next: Row | null) => {
    setEdited((last) => ({ row: next, round: last.round + 1 }))
    setOpen(true)
  }, [])
  return {
    edit,
    dialog: { open, setOpen },
    /** New with every opening: the `key` of the form. */
    round,
    /** For the form in the dialog. */
    form: {
      row,
      /** A save has left something to type: the form stays as it is, with the row that was stored. */
      onGoOn: (stored: Row) => setEdited({ row: stored, round }),
      onClose: () => setOpen(false),
    },
  }
}

interface EditorDialogProps {
  dialog: ReturnType<typeof useEditor>['dialog']
  title: string
  className?: string
  children: ReactNode
}

/** A dialog with a form. Closing it keeps what is typed; 'Vazgeç' does not. */
export function EditorDialog({ dialog, title, className, children }: EditorDialogProps) {
  return (
    <Dialog open={dialog.open} onOpenChange={dialog.setOpen}>
      <DialogContent
        aria-describedby={undefined}
        className={className}
        // A press beside the dialog is more often a slip than a wish.
        onPointerDownOutside={(event) => event.preventDefault()}
      >
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
        </DialogHeader>
        {children}
      </DialogContent>
    </Dialog>
  )
}
