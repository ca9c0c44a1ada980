import { useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'

/** Calls `prepare` before the browser lays the page out for paper; what it sets is drawn by then. */
export function useBeforePrint(prepare: () => void): void {
  const prepareNow = useEffectEvent(prepare)
  useEffect(() => {
    const before = () => flushSync(prepareNow)
    window.addEventListener('beforeprint', before)
    return () => window.removeEventListener('beforeprint', before)
  }, [])
}
