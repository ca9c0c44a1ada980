const CONTROLS = 'a, button, summary, label, input, select, textarea, [role]'
const SIGNS = ['pointerover', 'pointerdown', 'focusin', 'keydown']

/**
 * Calls `act` once, when the user begins to act: the pointer or the focus reaches a control, or a key is pressed. A
 * press follows after a tenth of a second at the earliest. Returns the function that stops waiting.
 */
export function onFirstAction(act: () => void): () => void {
  const waiting = new AbortController()
  const note = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest(CONTROLS) === null) return
    waiting.abort()
    act()
  }
  for (const sign of SIGNS)
    document.addEventListener(sign, note, { capture: true, passive: true, signal: waiting.signal })
  return () => waiting.abort()
}
