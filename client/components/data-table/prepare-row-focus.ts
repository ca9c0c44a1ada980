/**
 * Returns a function that waits until the row of `opener` is gone. It then focuses the same button of the row in that
 * position, on another page if necessary, or else the search field of the screen.
 */
export function prepareRowFocus(opener: HTMLElement): () => void {
  const row = opener.closest('tr')
  const index = rowsOfScreen().findIndex((one) => one === row)
  return () =>
    whenGone(row, () => {
      const rows = rowsOfScreen()
      const buttons = rows[Math.min(index, rows.length - 1)]?.querySelectorAll<HTMLElement>('button')
      const visible = [...(buttons ?? [])].filter((button) => button.checkVisibility())
      const near = visible.find(({ textContent }) => textContent === opener.textContent) ?? visible[0]
      const search = document.querySelector<HTMLElement>('main input[type="search"]')
      ;(near ?? search)?.focus()
    })
}

const rowsOfScreen = () => [...document.querySelectorAll<HTMLTableRowElement>('main tbody tr')]

/** Calls `run` once the element is no longer in the page: lists render their rows deferred. */
function whenGone(element: Element | null, run: () => void): void {
  if (element?.isConnected !== true) {
    run()
    return
  }
  const observer = new MutationObserver(() => {
    if (element.isConnected) return
    observer.disconnect()
    run()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}
