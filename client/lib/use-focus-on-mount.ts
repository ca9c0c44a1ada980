import { useEffect, useRef, type RefObject } from 'react'

/** For a notice that needs action: it takes the focus and is scrolled into view when it appears. */
export function useFocusOnMount(box: RefObject<HTMLElement | null>, isWanted = true): void {
  const wanted = useRef(isWanted)
  useEffect(() => {
    if (wanted.current) box.current?.focus()
  }, [box])
}
