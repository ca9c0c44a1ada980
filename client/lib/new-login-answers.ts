import { trpc, trpcClient } from '#client/lib/api.ts'
import { useConfirmedMutation } from '#client/lib/confirmation.ts'
import type { LoginReport } from '#shared/auth/new-logins.ts'

/** Returns the two answers about logins from new devices; `askAnew` loads the question again. */
export function useLoginAnswers({ onReported }: { onReported: (report: LoginReport) => unknown }) {
  const utils = trpc.useUtils()
  const askAnew = () => utils.settings.newLogins.invalidate()
  const dismiss = trpc.settings.dismissLogins.useMutation({ onSettled: askAnew })
  const report = useConfirmedMutation(trpcClient.settings.reportLogins.mutate, {
    onSuccess: (done) => {
      // The settings list sessions and passkeys beside the question.
      void utils.settings.sessions.invalidate()
      void utils.settings.passkeys.invalidate()
      return onReported(done)
    },
    onError: () => void askAnew(),
  })
  return { askAnew, dismiss, report }
}

/** Returns the mutation that ends the access to reported accounts. */
export const useEndReportedAccounts = (onEnded: (done: { closed: number; ended: number }) => void) =>
  useConfirmedMutation(trpcClient.settings.endReported.mutate, { onSuccess: onEnded })
