import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import type { PasswordAgainDialogProps } from '#client/components/password-again-dialog.tsx'
import { usePasswordQuestion } from '#client/lib/confirmation.ts'

const PasswordAgainDialog = lazyDialog<PasswordAgainDialogProps>(
  () => import('#client/components/password-again-dialog.tsx'),
)

/** The dialog that asks for the password. Each screen with a `useConfirmedMutation`, or its part, renders it once. */
export const PasswordAgain = () => <PasswordAgainDialog {...usePasswordQuestion()} />
