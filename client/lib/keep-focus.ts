/**
 * For the `ref` of a part that its own button removes: a focus inside it moves to the screen's content, where a screen
 * reader goes on, instead of nowhere.
 */
export function keepFocus(part: HTMLElement | null): () => void {
  return () => {
    if (part?.contains(document.activeElement) !== true) return
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }
}
