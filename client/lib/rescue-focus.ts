/**
 * The `ref` of a part that its own button removes: a focus inside it moves to the screen's content, where a screen
 * reader continues, instead of being lost.
 */
export function rescueFocus(part: HTMLElement | null): () => void {
  return () => {
    if (part?.contains(document.activeElement) !== true) return
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }
}
