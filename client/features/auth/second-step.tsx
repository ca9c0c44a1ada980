import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'

import { CallError } from '#client/components/call-error.tsx'
import { PageLoading } from '#client/components/page-states.tsx'
import { CodeForm } from '#client/components/second-factor/code-form.tsx'
import { RecoveryCodes } from '#client/components/second-factor/recovery-codes.tsx'
import { SetUp } from '#client/components/second-factor/set-up.tsx'
import { trpcClient } from '#client/lib/api.ts'
import { errorData, errorMessage } from '#client/lib/error-message.ts'
import { logError } from '#client/lib/log.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import type { LoginAnswer, LoginStep } from '#shared/auth/schema.ts'
import { messages } from '#shared/messages.ts'

const PasskeyStep = lazy(() => import('./passkey-step.tsx'))

interface SecondStepProps {
  step: LoginStep
  /** Receives the answer; the form stays busy until this resolves. */
  onAnswer: (answer: LoginAnswer) => void | Promise<void>
  /** Called when the user gives up, or with the reason when the token is no longer valid. */
  onClosed: (reason?: string) => void
}

/** Asks for the code after the password, or for the set-up of a second factor that an administrator must do first. */
export default function SecondStep({ step, onAnswer, onClosed }: SecondStepProps) {
  const { pending: pendingToken } = step
  const close = () => {
    onClosed()
    trpcClient.auth.cancelStep
      .mutate({ pending: pendingToken })
      .catch((error: unknown) => logError('Bekleyen giriş sunucuda kapatılamadı.', error))
  }
  const ended = (error: unknown) => {
    if (errorData(error)?.field === 'pending') onClosed(errorMessage(error, messages.codeExpired))
  }
  const props = { pendingToken, onAnswer, onEnded: ended, onCancel: close }
  if (step.status === 'setup') return <SetUpStep {...props} />
  return (
    <div className="grid gap-4">
      {step.passkey !== undefined && <PasskeyStep {...props} isOnly={step.passkey === 'only'} />}
      {step.passkey !== 'only' && <CodeStep {...props} />}
    </div>
  )
}

interface StepProps extends Pick<SecondStepProps, 'onAnswer'> {
  /** Token for this step and its cancelling only. */
  pendingToken: string
  onEnded: (error: unknown) => void
  onCancel: () => void
}

function CodeStep({ pendingToken, onAnswer, onEnded, onCancel }: StepProps) {
  const enter = useMutation({
    mutationFn: (code: string) => trpcClient.auth.enterCode.mutate({ pending: pendingToken, code }),
    onSuccess: (answer) => onAnswer(answer),
    onError: onEnded,
  })
  return (
    <CodeForm
      hasRecovery
      submitLabel="Doğrula"
      isPending={enter.isPending}
      error={enter.error}
      onCode={enter.mutate}
      onCancel={onCancel}
    />
  )
}

type SetUpResult = Awaited<ReturnType<typeof trpcClient.auth.completeSetUp.mutate>>

function SetUpStep({ pendingToken, onAnswer, onEnded, onCancel }: StepProps) {
  const [completed, setCompleted] = useState<SetUpResult>()
  const setUp = useQuery({
    queryKey: ['factor-set-up', pendingToken],
    queryFn: () => trpcClient.auth.setUp.mutate({ pending: pendingToken }),
    enabled: completed === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const complete = useMutation({
    mutationFn: (code: string) => trpcClient.auth.completeSetUp.mutate({ pending: pendingToken, code }),
    onSuccess: setCompleted,
    onError: onEnded,
  })
  if (completed !== undefined)
    return (
      <RecoveryCodes
        codes={completed.codes}
        username={completed.username}
        doneLabel="Sakladım, devam et"
        Heading="h2"
        onDone={() => void onAnswer(completed.next)}
      />
    )
  if (setUp.isError)
    return (
      <div className="grid gap-4">
        <CallError
          message={errorMessage(setUp.error, messages.factorSetUpFailed, messages.factorSetUpFailed)}
          error={setUp.error}
        />
        <Button variant="outline" onClick={onCancel}>
          Giriş ekranına dön
        </Button>
      </div>
    )
  if (setUp.data === undefined) return <PageLoading />
  return (
    <div className="grid gap-4">
      <Alert variant="info">
        Yönetici hesapları için iki adımlı doğrulama zorunlu. Devam etmek için şimdi açın.
      </Alert>
      <SetUp
        setUp={setUp.data}
        isPending={complete.isPending}
        error={complete.error}
        onCode={complete.mutate}
        onCancel={onCancel}
      />
    </div>
  )
}
