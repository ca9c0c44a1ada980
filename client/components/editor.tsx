import { useCallback, useState, type ReactNode } from 'react'

import { Dialog, DialogContent, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'

/** The row that a dialog edits, `null` for a new one; it stays while the dialog fades out. */
export function useEditor<Row>() {
  const [{ row, formKey }, setEdited] = useState<{ row: Row | null; formKey: number }>({
    row: null,
    formKey: 0,
  })
  const [open, setOpen] = useState(false)
  const edit = useCallback((next: Row | null) => {
    setEdited((last) => ({ row: next, formKey: last.formKey + 1 }))
    setOpen(true)
  }, [])
  return {
    edit,
    dialog: { open, setOpen },
    /** Changes with every opening: the `key` of the form. */
    formKey,
    /** The props of the form in the dialog. */
    form: {
      row,
      /** More was typed during a save: the form stays open with the row that was stored. */
      onContinue: (stored: Row) => setEdited({ row: stored, formKey }),
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

/** A dialog with a form. Closing it keeps the typed text as a draft; 'Vazgeç' discards it. */
export function EditorDialog({ dialog, title, className, children }: EditorDialogProps) {
  return (
    <Dialog open={dialog.open} onOpenChange={dialog.setOpen}>
      <DialogContent
        aria-describedby={undefined}
        className={className}
        // A press outside the dialog is more often a mistake than intended.
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
