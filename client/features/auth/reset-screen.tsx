import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'

import { FailedCall } from '#client/components/failed-call.tsx'
import { PageLoading } from '#client/components/page-states.tsx'
import { trpcClient } from '#client/lib/api.ts'
import { errorData, errorMessage } from '#client/lib/error-message.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { messages } from '#shared/messages.ts'

import { LoginScreen } from './login-screen.tsx'
import { ResetDone } from './reset-done.tsx'
import { ResetForm } from './reset-form.tsx'

/** Sets a new password with the link of an administrator; its token is in the fragment of the address. */
export function ResetScreen() {
  const token = useLocation({ select: ({ hash }) => hash })
  return (
    <LoginScreen title="Yeni parola" lead="Yeni parolanızı belirleyin.">
      {/* Another link in the same tab changes only the fragment. */}
      <Steps key={token} token={token} />
    </LoginScreen>
  )
}

function Steps({ token }: { token: string }) {
  const [changedOf, setChangedOf] = useState<string>()
  const [isDead, setIsDead] = useState(token === '')
  const link = useQuery({
    queryKey: ['reset-link', token],
    queryFn: () => trpcClient.auth.resetLink.mutate({ token }),
    enabled: !isDead && changedOf === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (changedOf !== undefined) return <ResetDone username={changedOf} />
  if (isDead || errorData(link.error)?.field === 'token') return <DeadLink />
  if (link.data !== undefined)
    return (
      <ResetForm
        token={token}
        username={link.data.username}
        onChanged={setChangedOf}
        onDead={() => setIsDead(true)}
      />
    )
  if (!link.isError) return <PageLoading />
  return (
    <div className="grid gap-4">
      <FailedCall
        message={errorMessage(link.error, messages.resetLinkUnread, messages.resetLinkUnread)}
        error={link.error}
      />
      <Button pending={link.isFetching} onClick={() => void link.refetch()}>
        Tekrar dene
      </Button>
    </div>
  )
}

/** Used, expired, replaced or never valid: nobody learns which. */
function DeadLink() {
  return (
    <div className="grid gap-4">
      <Alert>{messages.resetLinkInvalid}</Alert>
      <Button asChild variant="outline">
        <Link to="/" replace>
          Giriş ekranına git
        </Link>
      </Button>
    </div>
  )
}
