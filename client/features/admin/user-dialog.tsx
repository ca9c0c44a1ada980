import { Dialog, DialogContent, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'
import type { User } from '#shared/admin/schema.ts'

import { UserForm } from './user-form.tsx'

export interface UserDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** `null` for a new one. */
  user: User | null
  round: number
  goOnWith: (stored: User) => void
}

/** A new user, or one to change. Closing it keeps what is typed but for a password; 'Vazgeç' does not. */
export function UserDialog({ open, onOpenChange, user, round, goOnWith }: UserDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        aria-describedby={undefined}
        className="md:max-w-2xl"
        // A press beside the dialog is more often a slip than a wish.
        onPointerDownOutside={(event) => event.preventDefault()}
      >
        <DialogHeader>
          <DialogTitle>{user === null ? 'Yeni kullanıcı' : 'Kullanıcı düzenle'}</DialogTitle>
        </DialogHeader>
        <UserForm key={round} user={user} onGoOn={goOnWith} onClose={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  )
}
