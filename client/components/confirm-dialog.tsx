import type { ConfirmDialogProps } from '#client/components/confirm-question.tsx'
import { lazyDialog } from '#client/components/lazy-dialog.tsx'

/** A dialog that asks before something is lost. */
export const ConfirmDialog = lazyDialog<ConfirmDialogProps>(
  () => import('#client/components/confirm-question.tsx'),
)
