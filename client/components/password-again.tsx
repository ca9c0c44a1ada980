import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import type { PasswordAgainDialogProps } from '#client/components/password-again-dialog.tsx'
import { usePasswordQuestion } from '#client/lib/confirmation.ts'

const PasswordAgainDialog = lazyDialog<PasswordAgainDialogProps>(
  () => import('#client/components/password-again-dialog.tsx'),
)

/** On each screen with a `useConfirmedMutation`, or in its part: the dialog that asks for the password, once. */
export const PasswordAgain = () => <PasswordAgainDialog {...usePasswordQuestion()} />
