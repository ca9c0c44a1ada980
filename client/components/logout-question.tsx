import { useEffect, useRef, useState } from 'react'

import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { askBeforeLogout } from '#client/lib/session.ts'

/** A question before a logout while `isNeeded`, because a logout deletes the data on this device. */
export default function LogoutQuestion({ isNeeded, question }: { isNeeded: boolean; question: string }) {
  const [isAsked, setIsAsked] = useState(false)
  const resolve = useRef<(mayLeave: boolean) => void>(undefined)
  useEffect(() => {
    if (!isNeeded) return undefined
    return askBeforeLogout(() => {
      setIsAsked(true)
      return new Promise((answered) => {
        resolve.current = answered
      })
    })
  }, [isNeeded])
  const answer = (mayLeave: boolean) => {
    setIsAsked(false)
    resolve.current?.(mayLeave)
  }
  return (
    <ConfirmDialog
      open={isAsked}
      onOpenChange={() => answer(false)}
      question={question}
      confirmLabel="Çıkış yap"
      cancelLabel="Sayfada kal"
      onConfirm={() => answer(true)}
    >
      Çıkış yaptığınızda yazdıklarınız ve taslaklarınız bu cihazdan silinir.
    </ConfirmDialog>
  )
}
