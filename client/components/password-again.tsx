import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import type { PasswordAgainDialogProps } from '#client/components/password-again-dialog.tsx'
import { usePasswordQuestion } from '#client/lib/confirmation.ts'

const PasswordAgainDialog = lazyDialog<PasswordAgainDialogProps>(
  () => import('#client/components/password-again-dialog.tsx'),
)

/** Once on each screen with a `useConfirmedMutation`: the dialog that asks for the password. */
export const PasswordAgain = () => <PasswordAgainDialog {...usePasswordQuestion()} />
