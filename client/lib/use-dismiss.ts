import { useEffect, type RefObject } from 'react'

/** Calls `dismiss` on Escape and on a press outside `inside`, while `open`. */
export function useDismiss(open: boolean, inside: RefObject<HTMLElement | null>, dismiss: () => void): void {
  useEffect(() => {
    if (!open) return undefined
    const press = (event: PointerEvent) => {
      if (!inside.current?.contains(event.target as Node)) dismiss()
    }
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // The layer below, such as the preview of a list, stays open.
      event.preventDefault()
      dismiss()
    }
    document.addEventListener('pointerdown', press)
    document.addEventListener('keydown', key, { capture: true })
    return () => {
      document.removeEventListener('pointerdown', press)
      document.removeEventListener('keydown', key, { capture: true })
    }
  }, [open, inside, dismiss])
}
