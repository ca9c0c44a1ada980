import { useSyncExternalStore } from 'react'

import { type Day, todayInIstanbul } from '#shared/date.ts'

const CHECK_MS = 60_000

const today = () => todayInIstanbul(new Date())

/** Returns the current day in Istanbul, also on a page that stays open over midnight or wakes up on another day. */
export const useToday = (): Day => useSyncExternalStore(onTime, today)

function onTime(check: () => void): () => void {
  const timer = window.setInterval(check, CHECK_MS)
  document.addEventListener('visibilitychange', check)
  return () => {
    window.clearInterval(timer)
    document.removeEventListener('visibilitychange', check)
  }
}
