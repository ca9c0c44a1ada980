import { useEffect, type RefObject } from 'react'

/** News above a form that a person must act on: it takes the focus and is scrolled to when it appears. */
export function useFocusOnMount(box: RefObject<HTMLElement | null>): void {
  useEffect(() => box.current?.focus(), [box])
}
