import type { ReactNode } from 'react'

import { Dialog, DialogContent, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'

interface ShareDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The place of the panel, by default the middle. */
  className?: string
  children: ReactNode
}

/** The dialog of 'Gönder', with the focus on its first way. */
export function ShareDialog({ open, onOpenChange, className, children }: ShareDialogProps) {
  const focusFirst = (event: Event) => {
    const first = (event.target as HTMLElement).querySelector<HTMLElement>('[data-first]')
    if (first === null) return
    event.preventDefault()
    first.focus()
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent aria-describedby={undefined} className={className} onOpenAutoFocus={focusFirst}>
        <DialogHeader>
          <DialogTitle>Gönder</DialogTitle>
        </DialogHeader>
        {children}
      </DialogContent>
    </Dialog>
  )
}
