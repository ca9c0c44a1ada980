import { useCallback, useState } from 'react'

import type { EditorDialogProps } from '#client/components/editor-dialog.tsx'
import { lazyDialog } from '#client/components/lazy-dialog.tsx'

export const EditorDialog = lazyDialog<EditorDialogProps>(
  () => import('#client/components/editor-dialog.tsx'),
)

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
    dialog: { open, onOpenChange: setOpen },
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
