import { useEffect } from 'react'

/** Leaves to the login screen when nobody used the panel for so many minutes; `null`: never. */
export function useIdleLimit(minutes: number | null): void {
  useEffect(() => {
    if (minutes === null) return undefined
    // Where it cannot be loaded, the server has its own limit.
    const watching = import('#client/lib/idle.ts').then((idle) => idle.watchIdle(minutes))
    return () => void watching.then((stop) => stop())
  }, [minutes])
}
