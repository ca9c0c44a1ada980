import { useCallback, useState } from 'react'

import type { EditorDialogProps } from '#client/components/editor-dialog.tsx'
import { lazyDialog } from '#client/components/lazy-dialog.tsx'

export const EditorDialog = lazyDialog<EditorDialogProps>(
  () => import('#client/components/editor-dialog.tsx'),
)

/** Returns the row that a dialog edits, `null` for a new one; it stays while the dialog fades out. */
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
    dialog: { open, onOpenChange: setOpen },
    /** The `key` of the form, which changes with every opening. */
    formKey,
    /** The props of the form in the dialog. */
    form: {
      row,
      /** Keeps the form open with the stored row, because the user typed more during the save. */
      onContinue: (stored: Row) => setEdited({ row: stored, formKey }),
      onClose: () => setOpen(false),
    },
  }
}
