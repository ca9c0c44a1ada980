import { Dialog, DialogContent, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'
import { TILL_PANEL } from '#client/features/kayit/payments/till-panel.ts'

import { SharePanel } from './share-panel.tsx'

interface ShareDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  id: number
  isDirty: boolean
}

/** Gives the record's document to its customer: first which paper, then how. */
export default function ShareDialog({ open, onOpenChange, ...props }: ShareDialogProps) {
  const focusFirst = (event: Event) => {
    const first = (event.target as HTMLElement).querySelector<HTMLElement>('[data-first]')
    if (first === null) return
    event.preventDefault()
    first.focus()
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent aria-describedby={undefined} className={TILL_PANEL} onOpenAutoFocus={focusFirst}>
        <DialogHeader>
          <DialogTitle>Gönder</DialogTitle>
        </DialogHeader>
        <SharePanel {...props} />
      </DialogContent>
    </Dialog>
  )
}
