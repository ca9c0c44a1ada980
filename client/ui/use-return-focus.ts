import { useRef } from 'react'

interface FocusHandlers {
  onOpenAutoFocus?: ((event: Event) => void) | undefined
  onCloseAutoFocus?: ((event: Event) => void) | undefined
}

/**
 * Returns handlers by which a closing dialog gives the focus back to the element that had it before. Radix does so only
 * for its own triggers, but state opens ours. A handler that prevents the event has moved the focus itself.
 */
export function useReturnFocus({ onOpenAutoFocus, onCloseAutoFocus }: FocusHandlers) {
  const before = useRef<Element>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      before.current = document.activeElement
      onOpenAutoFocus?.(event)
    },
    onCloseAutoFocus: (event: Event) => {
      onCloseAutoFocus?.(event)
      if (event.defaultPrevented) return
      event.preventDefault()
      // The element may be gone, such as the field of a dialog that closed when this one opened.
      const back = before.current?.isConnected === true ? before.current : document.querySelector('main')
      if (back instanceof HTMLElement) back.focus()
    },
  }
}
