import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { trpc } from '#client/lib/api.ts'
import { CancelledError, errorData, errorMessage, nextStep } from '#client/lib/error-message.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { createStore, useStore } from '#client/lib/store.ts'
import { messages } from '#shared/messages.ts'

/** The answer to the question; 'unasked': the screen or the session has ended. */
type Outcome = 'confirmed' | 'cancelled' | 'unasked'
type Answer = (outcome: Outcome) => void

/** The calls that wait for the answer to the open question. */
const question = createStore<readonly Answer[]>([])
/** The dialogs of the screen's parts; the first one asks. */
const askers = createStore<readonly symbol[]>([])

function answer(outcome: Outcome): void {
  const waiting = question.get()
  question.set([])
  for (const resolve of waiting) resolve(outcome)
}

/** Asks for the password; returns 'unasked' at once on a screen that cannot ask. */
const ask = () =>
  askers.get().length === 0
    ? Promise.resolve<Outcome>('unasked')
    : new Promise<Outcome>((resolve) => question.set([...question.get(), resolve]))

/** Makes a call. If the server requires the password first (decision 26), it asks for it and repeats the call. */
async function confirmed<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (errorData(error)?.code !== 'PRECONDITION_REQUIRED') throw error
    const outcome = await ask()
    if (outcome === 'cancelled') throw new CancelledError()
    if (outcome === 'unasked') throw error
    return call()
  }
}

/**
 * Returns a mutation that may require the password: `useConfirmedMutation(trpcClient.admin.deleteUser.mutate)`. It is
 * pending while the dialog is open; after 'Vazgeç' it is reset, and `mutateAsync` rejects with CancelledError. The
 * screen or its part renders `<PasswordAgain />`.
 */
export function useConfirmedMutation<Input, Output>(
  call: (input: Input) => Promise<Output>,
  options: Pick<UseMutationOptions<Output, Error, Input>, 'onSuccess' | 'onError' | 'onSettled'> = {},
) {
  const mutation: UseMutationResult<Output, Error, Input> = useMutation({
    ...options,
    mutationFn: (input: Input) => confirmed(() => call(input)),
    onError: (error: Error, ...rest) =>
      error instanceof CancelledError ? mutation.reset() : options.onError?.(error, ...rest),
  })
  return mutation
}

/** Returns the props of the dialog that asks for the password. */
export function usePasswordQuestion() {
  const [me] = useState(() => Symbol('asker'))
  const isFirst = useStore(askers, ([first]) => first === me)
  const open = useStore(question, (waiting) => waiting.length > 0) && isFirst
  const { username } = useSessionUser()
  useEffect(() => {
    askers.set([...askers.get(), me])
    return () => {
      askers.set(askers.get().filter((one) => one !== me))
      if (askers.get().length === 0) answer('unasked')
    }
  }, [me])
  const confirm = trpc.settings.confirmPassword.useMutation({
    onSuccess: () => answer('confirmed'),
    // The login that follows confirms the new session.
    onError: (error) => {
      if (errorData(error)?.code === 'UNAUTHORIZED') answer('unasked')
    },
  })
  // A question that opens again must not show the message of the previous one.
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) confirm.reset()
  }
  const { error, isPending } = confirm
  const failed = messages.confirmFailed
  return {
    open,
    onOpenChange: (isOpen: boolean) => {
      if (!isOpen) answer('cancelled')
    },
    username,
    isPending,
    problem:
      error === null
        ? undefined
        : {
            message: errorMessage(error, failed, failed),
            nextStep: nextStep(error),
            isOfPassword: errorData(error)?.field === 'password',
          },
    onConfirm: (password: string) => confirm.mutate({ password }),
  }
}
