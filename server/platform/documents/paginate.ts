/** Heights in points. */
export type TableRoom = {
  /** Free height on the page where the table begins, and on every further page. */
  first: number
  next: number
  /** The table head, which is repeated on every page. */
  head: number
  /** Space that must follow the last row on the same page, for the totals. */
  tail: number
}

/** This many rows stay with the totals, and a table does not begin with fewer at the foot of a page. */
const TOGETHER = 2

/**
 * How many rows go on each page, in order. A first 0 means that the table begins on a new page. The last page has
 * at least the last two rows (or the only one), so that the tail is never there alone.
 */
export function paginateRows(heights: readonly number[], room: TableRoom): number[] {
  const together = Math.min(TOGETHER, heights.length)
  const here = keepTail(heights, fillPages(heights, room), room)
  if ((here[0] ?? 0) >= together) return here
  const fresh = { ...room, first: room.next }
  return [0, ...keepTail(heights, fillPages(heights, fresh), fresh).filter((count) => count > 0)]
}

/** Rows on each page in order; only the first page may get none, and a row higher than a page gets its own. */
function fillPages(heights: readonly number[], { first, next, head }: TableRoom): number[] {
  const pages: number[] = []
  let count = 0
  let free = first - head
  for (const height of heights) {
    if (height > free && (count > 0 || pages.length === 0)) {
      pages.push(count)
      count = 0
      free = next - head
    }
    count += 1
    free -= height
  }
  return [...pages, count]
}

/** Keeps the last two rows with the tail: takes them from the page before, or moves them to a page of their own. */
function keepTail(heights: readonly number[], pages: readonly number[], room: TableRoom): number[] {
  const together = Math.min(TOGETHER, heights.length)
  const last = pages.at(-1) ?? 0
  if (last < together) {
    const before = (pages.at(-2) ?? 0) + last - together
    return withoutEmpty([...pages.slice(0, -2), before, together])
  }
  const free = (pages.length === 1 ? room.first : room.next) - room.head - room.tail
  const used = heights.slice(heights.length - last).reduce((sum, height) => sum + height, 0)
  return used <= free ? [...pages] : withoutEmpty([...pages.slice(0, -1), last - together, together])
}

function withoutEmpty(pages: readonly number[]): number[] {
  return pages.filter((count, index) => count > 0 || index === 0)
}
