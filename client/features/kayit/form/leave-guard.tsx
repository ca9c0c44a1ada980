import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { askBeforeLogout } from '#client/lib/session.ts'

export interface LeaveGuardProps {
  isDirty: boolean
  /** Stores the draft; false when this browser cannot store it. */
  onLeave: () => boolean
}

/** Asks before unsaved changes are left: on the way to another screen, out of the page, and to the login. */
export function LeaveGuard({ isDirty, onLeave }: LeaveGuardProps) {
  const [isKept, setIsKept] = useState(true)
  const blocker = useBlocker({
    shouldBlockFn: () => {
      if (isDirty) setIsKept(onLeave())
      return isDirty
    },
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  const { isAsked, answer } = useLogoutQuestion(isDirty)
  return (
    <>
      <ConfirmDialog
        open={blocker.status === 'blocked'}
        onOpenChange={() => blocker.reset?.()}
        question="Kaydedilmemiş değişiklikler var."
        confirmLabel="Ayrıl"
        cancelLabel="Sayfada kal"
        variant={isKept ? 'default' : 'destructive'}
        onConfirm={() => blocker.proceed?.()}
      >
        {isKept
          ? 'Yazdıklarınız bu cihazda taslak olarak kalır, sonra geri yüklenebilir.'
          : 'Yazdıklarınız silinir.'}
      </ConfirmDialog>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={() => answer(false)}
        question="Kaydedilmemiş değişiklikler var."
        confirmLabel="Çıkış yap"
        cancelLabel="Sayfada kal"
        onConfirm={() => answer(true)}
      >
        Çıkış yaptığınızda yazdıklarınız ve taslaklarınız bu cihazdan silinir.
      </ConfirmDialog>
    </>
  )
}

/** A logout deletes drafts, so it asks first while the form is dirty. */
function useLogoutQuestion(isDirty: boolean) {
  const [isAsked, setIsAsked] = useState(false)
  const resolve = useRef<(mayLeave: boolean) => void>(undefined)
  useEffect(() => {
    if (!isDirty) return undefined
    return askBeforeLogout(() => {
      setIsAsked(true)
      return new Promise((answered) => {
        resolve.current = answered
      })
    })
  }, [isDirty])
  const answer = (mayLeave: boolean) => {
    setIsAsked(false)
    resolve.current?.(mayLeave)
  }
  return { isAsked, answer }
}
