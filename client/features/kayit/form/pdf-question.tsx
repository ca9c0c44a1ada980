import { unpricedCountText, unpricedNamesText } from '#client/features/kayit/items/unpriced.tsx'
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from '#client/ui/alert-dialog.tsx'
import { Button } from '#client/ui/button.tsx'
import { DialogFooter } from '#client/ui/dialog-parts.tsx'
import type { UnpricedItems } from '#shared/kayit/ids.ts'

interface PdfQuestionProps {
  open: boolean
  /** Items without a price, which the same question names; a count of 0 means none. */
  unpriced: UnpricedItems
  onOpenChange: (open: boolean) => void
  onOpen: () => void
  onSave: () => void
}

/** Asks before a document opens that lacks the unsaved changes. */
export default function PdfQuestion({ open, unpriced, onOpenChange, onOpen, onSave }: PdfQuestionProps) {
  return (
    <AlertDialog open={open} onOpenChange={onOpenChange}>
      <AlertDialogContent>
        <AlertDialogTitle>Kaydedilmemiş değişiklikler var.</AlertDialogTitle>
        <AlertDialogDescription>
          PDF, kaydın son kaydedilen hâlini gösterir.
          {unpriced.count > 0 && (
            <strong className="mt-2 block font-medium text-foreground">
              {`${unpricedCountText(unpriced)}: ${unpricedNamesText(unpriced)}`}
            </strong>
          )}
        </AlertDialogDescription>
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
