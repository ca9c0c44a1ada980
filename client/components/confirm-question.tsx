import { useEffect, useRef, type ReactNode } from 'react'

import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from '#client/ui/alert-dialog.tsx'
import { Button } from '#client/ui/button.tsx'
import { DialogFooter } from '#client/ui/dialog-parts.tsx'

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The question of the specification, e.g. 'Silmek istediğine emin misin?'. */
  question: string
  /** The subject of the question, e.g. plate and customer. */
  children?: ReactNode
  confirmLabel?: string
  cancelLabel?: string
  variant?: 'destructive' | 'default'
  /** Whether the confirmed action is running; the dialog stays until the caller closes it. */
  isPending?: boolean
  /** Called once per opening, however often the button is pressed. */
  onConfirm: () => void
  /** Called before the focus returns to the opener; call `preventDefault` if the opener is gone. */
  onCloseAutoFocus?: (event: Event) => void
}

/** A question before something is lost. The harmless button has the focus first. */
export default function ConfirmQuestion({
  open,
  onOpenChange,
  question,
  children,
  confirmLabel = 'Sil',
  cancelLabel = 'Vazgeç',
  variant = 'destructive',
  isPending = false,
  onConfirm,
  onCloseAutoFocus,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  // A second press can arrive before `isPending` is rendered, or while the dialog fades out.
  const confirmed = useRef(false)
  useEffect(() => {
    if (open && !isPending) confirmed.current = false
  }, [open, isPending])
  const confirm = () => {
    if (confirmed.current) return
    confirmed.current = true
    onConfirm()
  }
  return (
    <AlertDialog open={open} onOpenChange={onOpenChange}>
      <AlertDialogContent
        {...(children === undefined && { 'aria-describedby': undefined })}
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          cancel.current?.focus()
        }}
        {...(onCloseAutoFocus !== undefined && { onCloseAutoFocus })}
      >
        <AlertDialogTitle>{question}</AlertDialogTitle>
        {children !== undefined && <AlertDialogDescription>{children}</AlertDialogDescription>}
        <DialogFooter>
          <AlertDialogCancel asChild>
            <Button ref={cancel} variant="outline">
              {cancelLabel}
            </Button>
          </AlertDialogCancel>
          <Button variant={variant} isPending={isPending} onClick={confirm}>
            {confirmLabel}
          </Button>
        </DialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  )
}
