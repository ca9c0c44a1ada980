import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'

import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import LogoutQuestion from '#client/components/logout-question.tsx'

const QUESTION = 'Kaydedilmemiş değişiklikler var.'

export interface LeaveGuardProps {
  isDirty: boolean
  /** True if the changes are sent without this screen. */
  canLeave: boolean
  /** Stores the draft; returns false when this browser cannot store it. */
  onLeave: () => boolean
}

/** Asks before the user leaves unsaved changes: for another screen, another page, or the login. */
export default function LeaveGuard({ isDirty, canLeave, onLeave }: LeaveGuardProps) {
  const [isDraftStored, setIsDraftStored] = useState(true)
  const isGuarded = isDirty && !canLeave
  const blocker = useBlocker({
    shouldBlockFn: () => {
      if (isGuarded) setIsDraftStored(onLeave())
      return isGuarded
    },
    enableBeforeUnload: () => isGuarded,
    withResolver: true,
  })
  return (
    <>
      <ConfirmDialog
        open={blocker.status === 'blocked'}
        onOpenChange={() => blocker.reset?.()}
        question={QUESTION}
        confirmLabel="Ayrıl"
        cancelLabel="Sayfada kal"
        variant={isDraftStored ? 'default' : 'destructive'}
        onConfirm={() => blocker.proceed?.()}
      >
        {isDraftStored
          ? 'Yazdıklarınız bu cihazda taslak olarak kalır, sonra geri yüklenebilir.'
          : 'Yazdıklarınız silinir.'}
      </ConfirmDialog>
      <LogoutQuestion isNeeded={isDirty} question={QUESTION} />
    </>
  )
}
