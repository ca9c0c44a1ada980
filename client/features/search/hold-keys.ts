import { TYPING_FIELDS, isEventInside } from '#client/lib/shortcuts.ts'

/** Keys that are held. All others, as F5 and combinations, work as usual. */
const HELD = /^(.|Backspace|Delete|Enter|Escape|Arrow.*|Home|End|Page.*)$/

/**
 * Holds the keys back from the page and collects the typed text; the returned function stops that and returns the text.
 * Escape or a press on another field calls `onCancel`.
 */
export function holdKeys(onCancel: () => void): () => string {
  const held = new AbortController()
  const options = { capture: true, signal: held.signal }
  const typed: string[] = []
  const cancel = () => {
    held.abort()
    onCancel()
  }
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    // AltGr, which types '#' on a Turkish keyboard, looks like Ctrl+Alt.
    const isCombination = (ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph')
    if (isCombination || !HELD.test(key)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (key === 'Escape') cancel()
    else if (key === 'Backspace') typed.pop()
    else if (key.length === 1) typed.push(key)
  }
  window.addEventListener('keydown', press, options)
  const point = (event: PointerEvent) => {
    if (isEventInside(event, TYPING_FIELDS)) cancel()
  }
  window.addEventListener('pointerdown', point, options)
  return () => {
    held.abort()
    return typed.join('')
  }
}
