import { useCallback, useId, useRef, useState } from 'react'

import { useDismiss } from '#client/lib/use-dismiss.ts'

/**
 * Returns the props of a button that unfolds a panel: spread `button` and `panel` on them, and put `container` on an
 * element around both. Escape and a press outside of it close the panel.
 */
export function useDisclosure() {
  const [open, setOpen] = useState(false)
  const id = useId()
  const container = useRef<HTMLDivElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => {
    // A focus inside would be lost with the panel.
    if (container.current?.contains(document.activeElement)) toggle.current?.focus({ preventScroll: true })
    setOpen(false)
  }, [])
  useDismiss(open, container, close)
  return {
    container,
    close,
    /** Closes the panel and returns the focused button: a dialog opened now gives the focus back to it. */
    leave: () => {
      toggle.current?.focus()
      close()
      return toggle.current
    },
    button: {
      ref: toggle,
      'aria-expanded': open,
      'aria-controls': id,
      onClick: () => setOpen(!open),
    },
    panel: { id, hidden: !open },
  }
}
