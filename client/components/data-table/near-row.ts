/**
 * Remembers the position of the row that contains `opener`. The returned function focuses the row that has taken
 * the position of the deleted one, on another page if necessary, or else the search field of the screen.
 */
export function nearRow(opener: HTMLElement): () => void {
  const index = rowsOfScreen().findIndex((row) => row.contains(opener))
  return () => {
    const rows = rowsOfScreen()
    const near = rows[Math.min(index, rows.length - 1)]?.querySelector<HTMLElement>('button')
    const search = document.querySelector<HTMLElement>('main input[type="search"]')
    ;(near ?? search)?.focus()
  }
}

const rowsOfScreen = () => [...document.querySelectorAll<HTMLTableRowElement>('main tbody tr')]
