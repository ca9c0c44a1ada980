import { useEffect, useRef, type RefObject } from 'react'

/** Focuses a notice that needs action when it appears, which also scrolls it into view. */
export function useFocusOnMount(box: RefObject<HTMLElement | null>, isWanted = true): void {
  const wanted = useRef(isWanted)
  useEffect(() => {
    if (wanted.current) box.current?.focus()
  }, [box])
}
