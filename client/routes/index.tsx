import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'

import { LoginForm } from '#client/features/auth/login-form.tsx'
import { LoginScreen } from '#client/features/auth/login-screen.tsx'
import { returnAddress } from '#client/lib/return-to.ts'
import { beginSession } from '#client/lib/session.ts'
import type { LoginAnswer, LoginStep, SessionUser } from '#shared/auth/schema.ts'

const ConsentDialog = lazy(() => import('#client/features/consent/consent-dialog.tsx'))
const SecondStep = lazy(() => import('#client/features/auth/second-step.tsx'))

export const Route = createFileRoute('/')({
  // The login screen is in the first chunk, because a user without a session needs no other code.
  codeSplitGroupings: [],
  beforeLoad: ({ context, location }) => {
    if (context.session.user !== null) throw redirect({ href: returnAddress(location.state), replace: true })
  },
  component: LoginRoute,
})

function LoginRoute() {
  const router = useRouter()
  const [step, setStep] = useState<LoginStep & { remember: boolean }>()
  const [notice, setNotice] = useState<string>()
  const enter = (user: SessionUser, remember: boolean) => {
    beginSession(user, { remember })
    return router.invalidate()
  }
  const close = (reason?: string) => {
    setStep(undefined)
    setNotice(reason)
  }
  const go = (answer: LoginAnswer, remember: boolean) =>
    answer.status === 'active' ? enter(answer.user, remember) : setStep({ ...answer, remember })
  return (
    <LoginScreen title="Giriş" lead="Devam etmek için oturum açın.">
      {step === undefined || step.status === 'consent' ? (
        <LoginForm username={router.latestLocation.state.username} notice={notice} onAnswer={go} />
      ) : (
        <Suspense>
          <SecondStep step={step} onAnswer={(answer) => go(answer, step.remember)} onClosed={close} />
        </Suspense>
      )}
      <Suspense>
        {step?.status === 'consent' && (
          <ConsentDialog
            pendingToken={step.pending}
            onAccepted={(user) => enter(user, step.remember)}
            onClosed={close}
          />
        )}
      </Suspense>
    </LoginScreen>
  )
}
