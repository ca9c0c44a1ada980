import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { queryClient, trpc } from '#client/lib/api.ts'
import { errorData, errorMessage, isNetworkError, nextStep } from '#client/lib/error-message.ts'
import { beginSession, onSessionEnd, useSessionUser } from '#client/lib/session.ts'
import type { LoginAnswer } from '#shared/auth/schema.ts'
import { messages } from '#shared/messages.ts'

/**
 * Asks for the password over a dirty form when its session ends, and then continues the interrupted action
 * (`onReturn`): `<LoginAgainDialog {...useLoginAgain(isDirty, resume)} />`. Without unsaved text the end of a session
 * leads to the login screen.
 */
export function useLoginAgain(isDirty: boolean, onReturn: () => void) {
  const { username } = useSessionUser()
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [pendingToken, setPendingToken] = useState<string>()
  useEffect(() => {
    if (!isDirty) return undefined
    return onSessionEnd((reason) => {
      setProblem(reason)
      setOpen(true)
    })
  }, [isDirty])

  const enter = (answer: LoginAnswer) => {
    if (answer.status === 'code' && answer.passkey !== 'only') return setPendingToken(answer.pending)
    // The user completes the login on the login screen, in another tab, while this one waits.
    if (answer.status !== 'active') return setProblem(messages.consentElsewhere)
    beginSession(answer.user)
    // The user's rights may have changed.
    void router.invalidate()
    // Reads during the expired session were refused.
    void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
    setProblem(undefined)
    setPendingToken(undefined)
    setOpen(false)
    onReturn()
  }
  const login = trpc.auth.login.useMutation({
    onSuccess: enter,
    onError: (error) =>
      setProblem(
        isNetworkError(error) ? messages.loginUnreachable : errorMessage(error, messages.loginFailed),
      ),
  })
  const code = trpc.auth.enterCode.useMutation({
    onSuccess: enter,
    onError: (error) => {
      if (errorData(error)?.field !== 'pending') return
      setPendingToken(undefined)
      setProblem(error.message)
    },
  })
  return {
    open,
    onOpenChange: setOpen,
    username,
    problem,
    nextStep: login.isError ? nextStep(login.error) : '',
    isPending: login.isPending,
    /** The second step of the login, after the correct password. */
    code:
      pendingToken === undefined
        ? undefined
        : {
            isPending: code.isPending,
            error: code.error,
            onCode: (typed: string) => code.mutate({ pending: pendingToken, code: typed }),
          },
    // The dialog does not offer to remember this device.
    onLogin: (password: string) => login.mutate({ username, password, remember: false }),
  }
}
