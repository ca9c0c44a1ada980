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

const sum = (heights: readonly number[]) => heights.reduce((all, height) => all + height, 0)

/**
 * How many rows go on each page, in order. A first 0 means that the table begins on a new page. The first two rows stay
 * together, so that a table does not begin with fewer at the foot of a page, and so do the last two with the tail.
 */
export function paginateRows(heights: readonly number[], { first, next, head, tail }: TableRoom): number[] {
  const single = heights.slice(2, -2).map((height) => [height])
  const blocks = heights.length < 4 ? [heights] : [heights.slice(0, 2), ...single, heights.slice(-2)]
  const pages: number[] = []
  let count = 0
  let free = first - head
  for (const [index, block] of blocks.entries()) {
    const below = index === blocks.length - 1 ? tail : 0
    if (sum(block) + below > free) {
      pages.push(count)
      count = 0
      free = next - head
    }
    count += block.length
    free -= sum(block)
  }
  return [...pages, count]
}
