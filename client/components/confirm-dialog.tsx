import type { ConfirmDialogProps } from '#client/components/confirm-question.tsx'
import { lazyDialog } from '#client/components/lazy-dialog.tsx'

/** Asks before something is lost. */
export const ConfirmDialog = lazyDialog<ConfirmDialogProps>(
  () => import('#client/components/confirm-question.tsx'),
)
