import { useCallback, useId, useRef, useState } from 'react'

import { useDismiss } from '#client/lib/use-dismiss.ts'

/**
 * A button that unfolds a panel: spread `button` and `panel` on them, and put `place` on an element around both,
 * outside of which a press closes the panel, as Escape does.
 */
export function useDisclosure() {
  const [open, setOpen] = useState(false)
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => {
    // The focus inside would be lost with the panel.
    if (place.current?.contains(document.activeElement)) toggle.current?.focus({ preventScroll: true })
    setOpen(false)
  }, [])
  useDismiss(open, place, close)
  return {
    place,
    close,
    /** Closes with the focus on the button, which it returns: a dialog opened now returns the focus there. */
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
