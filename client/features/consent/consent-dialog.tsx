import { useEffect, useState } from 'react'

import { CallError } from '#client/components/call-error.tsx'
import { NoticeText } from '#client/components/notice-text.tsx'
import { sendOnLeave, trpc } from '#client/lib/api.ts'
import { errorData, errorMessage } from '#client/lib/error-message.ts'
import { logError } from '#client/lib/log.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { DialogFooter } from '#client/ui/dialog-parts.tsx'
import { Dialog, DialogContent, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'
import { CONSENT_TEXT_VERSION, NOTICE_ACKNOWLEDGEMENT, NOTICE_TITLE } from '#shared/auth/notice.ts'
import type { SessionUser } from '#shared/auth/schema.ts'
import { messages } from '#shared/messages.ts'

interface ConsentDialogProps {
  /** Token for accepting and cancelling only; it is held in memory and stored nowhere. */
  pendingToken: string
  /** Receives the user after the acceptance; the dialog stays busy until this resolves. */
  onAccepted: (user: SessionUser) => void | Promise<void>
  /** Called when the user cancels or closes the dialog, or with the reason when the token was refused for good. */
  onClosed: (reason?: string) => void
}

/**
 * Shows the notice of law 6698 after a login until it is accepted (specification §2, §4): the user accepts it, or the token is
 * revoked.
 */
export default function ConsentDialog({ pendingToken, onAccepted, onClosed }: ConsentDialogProps) {
  const [ticked, setTicked] = useState(false)
  const accept = trpc.auth.acceptConsent.useMutation({
    onSuccess: ({ user }) => onAccepted(user),
    onError: (error) => {
      // The token is used, cancelled or expired; only a new login helps.
      if (errorData(error)?.code === 'BAD_REQUEST') onClosed(error.message)
    },
  })
  const cancel = trpc.auth.cancelConsent.useMutation({
    onError: (error) => logError('Bekleyen giriş sunucuda kapatılamadı.', error),
  })
  const { isSuccess: isAccepted } = accept
  useEffect(() => {
    if (isAccepted) return undefined
    const revoke = () => sendOnLeave('auth.cancelConsent', { pending: pendingToken })
    window.addEventListener('pagehide', revoke)
    return () => window.removeEventListener('pagehide', revoke)
  }, [pendingToken, isAccepted])
  const close = () => {
    if (accept.isPending) return
    cancel.mutate({ pending: pendingToken })
    onClosed()
  }

  return (
    <Dialog open onOpenChange={close}>
      <DialogContent
        aria-describedby={undefined}
        className="grid-rows-[auto_minmax(8rem,1fr)_auto] overflow-y-hidden md:max-w-2xl"
        onPointerDownOutside={(event) => event.preventDefault()}
      >
        <DialogHeader>
          <DialogTitle>{NOTICE_TITLE}</DialogTitle>
        </DialogHeader>
        <NoticeText />
        <div className="grid gap-3">
          {accept.isError && (
            <CallError message={errorMessage(accept.error, messages.unexpected)} error={accept.error} />
          )}
          <Checkbox
            label={NOTICE_ACKNOWLEDGEMENT}
            checked={ticked}
            onChange={(event) => setTicked(event.target.checked)}
          />
          <DialogFooter>
            <Button variant="outline" onClick={close}>
              Vazgeç
            </Button>
            <Button
              disabled={!ticked}
              isPending={accept.isPending}
              onClick={() =>
                accept.mutate({ pending: pendingToken, accepted: true, version: CONSENT_TEXT_VERSION })
              }
            >
              Onayla
            </Button>
          </DialogFooter>
        </div>
      </DialogContent>
    </Dialog>
  )
}
