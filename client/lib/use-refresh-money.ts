import { trpc } from '#client/lib/api.ts'

/**
 * Returns the function that reads everything again in which a change of money shows. It also gives up a reading from
 * before the change, which would arrive later and undo it on the screen.
 */
export function useRefreshMoney(): () => void {
  const { payment, till, change, kayit } = trpc.useUtils()
  return () => {
    for (const read of [payment, till, change, kayit.list, kayit.counts]) void read.invalidate()
  }
}
