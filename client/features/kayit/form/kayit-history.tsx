import { useState } from 'react'

import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import { Button } from '#client/ui/button.tsx'

const HistoryDialog = lazyDialog(() => import('./history-dialog.tsx'))

/** Opens the history of a record. */
export function KayitHistory({ id, about }: { id: number; about: string }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="mt-2 flex justify-end">
      <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Geçmiş
      </Button>
      <HistoryDialog open={open} onOpenChange={setOpen} id={id} about={about} />
    </div>
  )
}
