import { useEffect, useRef, type RefObject } from 'react'

/** News above a form that a person must act on: it takes the focus and is scrolled to when it appears. */
export function useFocusOnMount(box: RefObject<HTMLElement | null>, isWanted = true): void {
  const wanted = useRef(isWanted)
  useEffect(() => {
    if (wanted.current) box.current?.focus()
  }, [box])
}
