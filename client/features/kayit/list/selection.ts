/** Selected rows of the shown page. */
export interface Selection {
  ids: ReadonlySet<number>
  /** Row from which Shift extends the selection. */
  anchor: number | null
}

export const NO_SELECTION: Selection = { ids: new Set(), anchor: null }

/** Selects or unselects one row, from which Shift then extends. */
export function toggleRow({ ids }: Selection, id: number): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** Selects every row of the page, or none when all are selected. */
export const toggleAllRows = ({ ids }: Selection, page: readonly number[]): Selection =>
  page.every((id) => ids.has(id)) ? NO_SELECTION : { ids: new Set(page), anchor: null }

/** Adds the rows from the anchor to `id`, for Shift and a press on a checkbox. Without an anchor adds only that row. */
export const extendSelection = (
  { ids, anchor }: Selection,
  id: number,
  page: readonly number[],
): Selection => ({
  ids: new Set([...ids, ...between(page, anchor ?? id, id)]),
  anchor: anchor ?? id,
})

interface Move {
  from: number
  to: number
}

/** Selects exactly the rows from the anchor to the one that Shift and an arrow key lead to. */
export function moveSelection({ anchor }: Selection, { from, to }: Move, page: readonly number[]): Selection {
  const start = anchor ?? from
  return { ids: new Set(between(page, start, to)), anchor: start }
}

/** Returns the rows from `a` to `b`, both included, in either direction; only `b` when `a` is no longer on the page. */
function between(page: readonly number[], a: number, b: number): readonly number[] {
  const [from, to] = [page.indexOf(a), page.indexOf(b)]
  if (from === -1) return [b]
  return page.slice(Math.min(from, to), Math.max(from, to) + 1)
}
