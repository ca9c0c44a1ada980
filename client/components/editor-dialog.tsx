import type { ReactNode } from 'react'

import { Dialog, DialogContent, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'

export interface EditorDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  className?: string
  children: ReactNode
}

/** A dialog with a form. Closing it keeps the typed text as a draft; 'Vazgeç' discards it. */
export default function EditorDialog({ open, onOpenChange, title, className, children }: EditorDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        aria-describedby={undefined}
        className={className}
        // A press outside the dialog is usually a mistake.
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
