import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from '#client/ui/alert-dialog.tsx'
import { Button } from '#client/ui/button.tsx'
import { DialogFooter } from '#client/ui/dialog-parts.tsx'

export interface PdfQuestionProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onOpen: () => void
  onSave: () => void
}

/** Asks before a document is opened that does not show what was typed last. */
export default function PdfQuestion({ open, onOpenChange, onOpen, onSave }: PdfQuestionProps) {
  return (
    <AlertDialog open={open} onOpenChange={onOpenChange}>
      <AlertDialogContent>
        <AlertDialogTitle>Kaydedilmemiş değişiklikler var.</AlertDialogTitle>
        <AlertDialogDescription>PDF, kaydın son kaydedilen hâlini gösterir.</AlertDialogDescription>
        <DialogFooter>
          <AlertDialogCancel asChild>
            <Button variant="outline">Vazgeç</Button>
          </AlertDialogCancel>
          <Button variant="outline" onClick={onOpen}>
            Kaydetmeden aç
          </Button>
          <Button onClick={onSave}>Kaydet ve aç</Button>
        </DialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  )
}
