/**
 * Remembers the place of the row that `opener` stands in. The answer moves the focus to the row that has taken
 * the place of the deleted one, on another page if need be, else to the screen's search.
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
