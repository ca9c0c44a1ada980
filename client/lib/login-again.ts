import { useEffect, useState } from 'react'

import { queryClient, trpc } from '#client/lib/api.ts'
import { errorMessage, isNetworkError } from '#client/lib/error-message.ts'
import { beginSession, holdWhenSessionEnds, useSessionUser } from '#client/lib/session.ts'
import type { LoginAnswer } from '#shared/auth/schema.ts'
import { messages } from '#shared/messages.ts'

/**
 * A session that ends while something is typed asks for the password over the form, and what it interrupted
 * goes on (`onReturn`): `<LoginAgainDialog {...useLoginAgain(isDirty, resume)} />`. Without typed words the end
 * of a session leads to the login screen.
 */
export function useLoginAgain(isDirty: boolean, onReturn: () => void) {
  const { username } = useSessionUser()
  const [open, setOpen] = useState(false)
  const [problem, setProblem] = useState<string>()
  useEffect(() => (isDirty ? holdWhenSessionEnds(() => setOpen(true)) : undefined), [isDirty])

  const enter = (answer: LoginAnswer) => {
    // The notice is read and accepted on the login screen; it opens in another tab and this one waits.
    if (answer.status === 'consent') return setProblem(messages.consentElsewhere)
    beginSession(answer.user)
    // What was read meanwhile was refused.
    void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
    setProblem(undefined)
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
  return {
    open,
    onOpenChange: setOpen,
    username,
    problem,
    pending: login.isPending,
    // Nobody was asked whether this machine may be remembered.
    onLogin: (password: string) => login.mutate({ username, password, remember: false }),
  }
}
