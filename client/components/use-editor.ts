import { useCallback, useState } from 'react'

/** Which row a dialog holds, `null` for a new one; it stays while the dialog fades out. */
export function useEditor<Row>() {
  const [row, setRow] = useState<Row | null>(null)
  const [open, setOpen] = useState(false)
  const edit = useCallback((next: Row | null) => {
    setRow(next)
    setOpen(true)
  }, [])
  return { row, edit, dialog: { open, onOpenChange: setOpen } }
}
