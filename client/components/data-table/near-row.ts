/**
 * Remembers the place of the row that `opener` stands in. The answer moves the focus to the row that has taken
 * the place of the removed one, else to the screen's search.
 */
export function nearRow(opener: HTMLElement): () => void {
  const body = opener.closest('tbody')
  const index = [...(body?.rows ?? [])].findIndex((row) => row.contains(opener))
  return () => {
    const rows = [...(body?.rows ?? [])]
    const near = rows[Math.min(index, rows.length - 1)]?.querySelector<HTMLElement>('button')
    const search = document.querySelector<HTMLElement>('main input[type="search"]')
    ;(near ?? search)?.focus()
  }
}
