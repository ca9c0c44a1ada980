/** A page of a list without a row, its size included. */
export const without = <Row extends { id: number }>(page: { items: Row[]; total: number }, id: number) => ({
  items: page.items.filter((row) => row.id !== id),
  total: page.total - 1,
})
