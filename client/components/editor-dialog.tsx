import type { KeyboardEvent, ReactNode } from 'react'

import { Dialog, DialogContent, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'

export interface EditorDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  className?: string
  children: ReactNode
}

/** Saves on Ctrl+S (Cmd on a Mac) like a press on the form's button; Ctrl+Alt is AltGr, which types characters. */
function saveOnKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, repeat } = event.nativeEvent
  if (!(ctrlKey || metaKey) || altKey || shiftKey || !/^s$/i.test(key)) return
  // The browser must not save the page.
  event.preventDefault()
  const save = event.currentTarget.querySelector<HTMLElement>('form [type="submit"]')
  if (!repeat) save?.click()
}

/** A dialog with a form. Closing it keeps the typed text as a draft; 'Vazgeç' discards it. */
export default function EditorDialog({ open, onOpenChange, title, className, children }: EditorDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        aria-describedby={undefined}
        className={className}
        onKeyDown={saveOnKey}
        onEscapeKeyDown={(event) => {
          // Escape closes an open list of options first.
          if (document.activeElement?.ariaExpanded === 'true') event.preventDefault()
        }}
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
