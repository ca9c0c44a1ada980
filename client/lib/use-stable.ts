import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function for as long as the component lives; it calls the one of the last render. */
export function useStable<Args extends unknown[], Result>(run: (...args: Args) => Result) {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...args: Args): Result => latest.current(...args), [])
}
