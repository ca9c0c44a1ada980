import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'

import { LoginForm } from '#client/features/auth/login-form.tsx'
import { LoginScreen } from '#client/features/auth/login-screen.tsx'
import { returnAddress } from '#client/lib/return-to.ts'
import { beginSession } from '#client/lib/session.ts'
import type { SessionUser } from '#shared/auth/schema.ts'

const ConsentDialog = lazy(() => import('#client/features/consent/consent-dialog.tsx'))

export const Route = createFileRoute('/')({
  // In the first chunk, because a user without a session needs nothing else.
  codeSplitGroupings: [],
  beforeLoad: ({ context, location }) => {
    if (context.session.user !== null) throw redirect({ href: returnAddress(location.state), replace: true })
  },
  component: LoginPage,
})

function LoginPage() {
  const router = useRouter()
  const [pending, setPending] = useState<{ token: string; remember: boolean }>()
  const [notice, setNotice] = useState<string>()
  const enter = (user: SessionUser, remember: boolean) => {
    beginSession(user, { remember })
    return router.invalidate()
  }
  const close = (reason?: string) => {
    setPending(undefined)
    setNotice(reason)
  }
  return (
    <LoginScreen title="Giriş" lead="Devam etmek için oturum açın.">
      <LoginForm
        username={router.latestLocation.state.username}
        notice={notice}
        onAnswer={(answer, remember) =>
          answer.status === 'active'
            ? enter(answer.user, remember)
            : setPending({ token: answer.pending, remember })
        }
      />
      <Suspense>
        {pending !== undefined && (
          <ConsentDialog
            pending={pending.token}
            onAccepted={(user) => enter(user, pending.remember)}
            onClosed={close}
          />
        )}
      </Suspense>
    </LoginScreen>
  )
}
