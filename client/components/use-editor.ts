import { useCallback, useState } from 'react'

/** Which row a dialog holds, `null` for a new one; it stays while the dialog fades out. */
export function useEditor<Row>() {
  const [{ row, round }, setEdited] = useState<{ row: Row | null; round: number }>({ row: null, round: 0 })
  const [open, setOpen] = useState(false)
  const edit = useCallback((next: Row | null) => {
    setEdited((last) => ({ row: next, round: last.round + 1 }))
    setOpen(true)
  }, [])
  const goOnWith = (stored: Row) => setEdited({ row: stored, round })
  return {
    row,
    edit,
    dialog: {
      open,
      onOpenChange: setOpen,
      /** New with every opening: the `key` of the form. */
      round,
      /** A save has left something to type: the form stays as it is, with the row that was stored. */
      goOnWith,
    },
  }
}
