import { trpc, trpcClient } from '#client/lib/api.ts'
import { useConfirmedMutation } from '#client/lib/confirmation.ts'
import type { LoginReport } from '#shared/auth/new-logins.ts'

/** The two answers about logins from new devices; `askAnew` loads the question again. */
export function useLoginAnswers({ onReported }: { onReported: (report: LoginReport) => unknown }) {
  const utils = trpc.useUtils()
  const askAnew = () => utils.settings.newLogins.invalidate()
  const dismiss = trpc.settings.dismissLogins.useMutation({ onSettled: askAnew })
  const report = useConfirmedMutation(trpcClient.settings.reportLogins.mutate, {
    onSuccess: (done) => {
      // The settings list them beside the question.
      void utils.settings.sessions.invalidate()
      void utils.settings.passkeys.invalidate()
      return onReported(done)
    },
    onError: () => void askAnew(),
  })
  return { askAnew, dismiss, report }
}

/** Ends the access to reported accounts. */
export const useEndReported = (onEnded: (done: { closed: number; ended: number }) => void) =>
  useConfirmedMutation(trpcClient.settings.endReported.mutate, { onSuccess: onEnded })
