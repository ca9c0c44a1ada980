import { Dialog, DialogContent, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'
import type { Expense } from '#shared/expense/schema.ts'

import { ExpenseForm } from './expense-form.tsx'

export interface ExpenseDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** `null` for a new one. */
  expense: Expense | null
  round: number
  goOnWith: (stored: Expense) => void
}

/** A new expense, or one to change (specification §2). Closing it keeps what is typed; 'Vazgeç' does not. */
export function ExpenseDialog({ open, onOpenChange, expense, round, goOnWith }: ExpenseDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        aria-describedby={undefined}
        // A press beside the dialog is more often a slip than a wish.
        onPointerDownOutside={(event) => event.preventDefault()}
      >
        <DialogHeader>
          <DialogTitle>{expense === null ? 'Yeni gider' : 'Gider düzenle'}</DialogTitle>
        </DialogHeader>
        <ExpenseForm key={round} expense={expense} onGoOn={goOnWith} onClose={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  )
}
