import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

import { CallError } from '#client/components/call-error.tsx'
import { useFocusOnMount } from '#client/lib/use-focus-on-mount.ts'
import { api } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { forgetSession, logout } from '#client/lib/session.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { loginMessages } from '#shared/login-messages.ts'
import { messages } from '#shared/messages.ts'

/** Leads to the login with the name filled in. Another user of this browser must log out first. */
export function ResetDone({ username }: { username: string }) {
  const router = useRouter()
  const notice = useRef<HTMLDivElement>(null)
  useFocusOnMount(notice)
  const [other, setOther] = useState(() => otherUser(username))
  const [failure, setFailure] = useState<unknown>()
  const [isLeaving, setIsLeaving] = useState(false)
  useEffect(() => {
    if (other !== undefined) return
    // The server has ended all sessions of that user, also this browser's.
    forgetSession()
    void router.invalidate()
  }, [other, router])
  const leave = async () => {
    setIsLeaving(true)
    try {
      await logout()
      setOther(undefined)
      await router.invalidate()
      await router.navigate({ to: '/', replace: true, state: { username } })
    } catch (error) {
      setIsLeaving(false)
      setFailure(error)
    }
  }
  return (
    <div className="grid gap-4">
      <Alert ref={notice} tabIndex={-1} variant="success" className="outline-none">
        {messages.passwordChanged} Açık bütün oturumlarınız kapatıldı.
      </Alert>
      {failure !== undefined && (
        <CallError
          message={errorMessage(failure, loginMessages.logoutFailed, loginMessages.logoutFailed)}
          error={failure}
        />
      )}
      {other === undefined ? (
        <Button asChild>
          <Link to="/" replace state={{ username }}>
            Yeni parolayla giriş yap
          </Link>
        </Button>
      ) : (
        <>
          <p>
            {`Bu tarayıcıda ${other} olarak oturum açık. Giriş yapmak için önce o oturumdan çıkın; kaydedilmemiş taslakları bu cihazdan silinir.`}
          </p>
          <Button isPending={isLeaving} onClick={() => void leave()}>
            Çıkış yap ve giriş ekranına git
          </Button>
          <Button asChild variant="outline">
            <Link to="/dashboard" replace>
              {`${other} olarak devam et`}
            </Link>
          </Button>
        </>
      )}
    </div>
  )
}

/** Returns the name of another user who is logged in to this browser. */
function otherUser(username: string): string | undefined {
  const user = api.auth.session.getData()?.user
  return user == null || user.username === username ? undefined : user.username
}
