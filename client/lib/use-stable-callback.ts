import { useCallback, useLayoutEffect, useRef } from 'react'

/** Returns one function for the life of the component, which calls that of the last render. */
export function useStableCallback<Args extends unknown[], Result>(run: (...args: Args) => Result) {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...args: Args): Result => latest.current(...args), [])
}
