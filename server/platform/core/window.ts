/** How many rows a list has, or that it has more. */
export type Length = { total: number; isMore: boolean }

/** The rows of a page: how many come before it and how many it has, counted from the list's end where `reversed`. */
export type Window = { skip: number; size: number }

/**
 * Where a page is read, from the nearer end of a list whose length is known; behind its last row there is nothing
 * (`size` 0).
 */
export function windowOf(
  { page, size }: { page: number; size: number },
  length?: Length,
): Window & { reversed: boolean } {
  const skip = (page - 1) * size
  if (length === undefined || length.isMore || skip < length.total / 2) return { skip, size, reversed: false }
  const behind = Math.max(0, length.total - skip - size)
  return { skip: behind, size: Math.max(0, length.total - skip - behind), reversed: true }
}
