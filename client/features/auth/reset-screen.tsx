import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'

import { CallError } from '#client/components/call-error.tsx'
import { PageLoading } from '#client/components/page-states.tsx'
import { trpcClient } from '#client/lib/api.ts'
import { errorData, errorMessage } from '#client/lib/error-message.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { messages } from '#shared/messages.ts'

import { LoginScreen } from './login-screen.tsx'
import { ResetDone } from './reset-done.tsx'
import { ResetForm } from './reset-form.tsx'

/** Sets a new password with an administrator's link; the fragment of its address holds the token. */
export function ResetScreen() {
  const token = useLocation({ select: ({ hash }) => hash })
  // A second link in the same tab changes only the fragment, so the token is the key.
  return <Reset key={token} token={token} />
}

function Reset({ token }: { token: string }) {
  const [changedOf, setChangedOf] = useState<string>()
  const [isEnded, setIsEnded] = useState(token === '')
  const link = useQuery({
    queryKey: ['reset-link', token],
    queryFn: () => trpcClient.auth.resetLink.mutate({ token }),
    enabled: !isEnded && changedOf === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const isDead = isEnded || errorData(link.error)?.field === 'token'
  if (changedOf !== undefined)
    return (
      <ResetFrame lead="Yeni parolanız geçerli.">
        <ResetDone username={changedOf} />
      </ResetFrame>
    )
  if (isDead)
    return (
      <ResetFrame lead="Bu bağlantıyla parola belirlenemez.">
        <InvalidLink />
      </ResetFrame>
    )
  return (
    <ResetFrame lead="Yeni parolanızı belirleyin.">
      {link.data !== undefined ? (
        <ResetForm
          token={token}
          username={link.data.username}
          onChanged={setChangedOf}
          onInvalidLink={() => setIsEnded(true)}
        />
      ) : link.isError ? (
        <LinkLoadError error={link.error} isPending={link.isFetching} onRetry={() => void link.refetch()} />
      ) : (
        <PageLoading />
      )}
    </ResetFrame>
  )
}

const ResetFrame = (props: { lead: string; children: ReactNode }) => (
  <LoginScreen title="Yeni parola" {...props} />
)

interface LinkLoadErrorProps {
  error: unknown
  isPending: boolean
  onRetry: () => void
}

function LinkLoadError({ error, isPending, onRetry }: LinkLoadErrorProps) {
  return (
    <div className="grid gap-4">
      <CallError
        message={errorMessage(error, messages.resetLinkUnread, messages.resetLinkUnread)}
        error={error}
      />
      <Button isPending={isPending} onClick={onRetry}>
        Tekrar dene
      </Button>
    </div>
  )
}

/** Names no cause: whether the link was used, expired, replaced or never valid stays secret. */
function InvalidLink() {
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
