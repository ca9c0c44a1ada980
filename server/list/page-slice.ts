import type { SelectQueryBuilder } from 'kysely'

import { Literal } from '#server/platform/db/compiled.ts'
import { KAYIT_PAGE_SIZES } from '#shared/options.ts'

/** The number of rows of a list; with `isMore` there are more than `total`. */
export type ListCount = { total: number; isMore: boolean }

/** The rows of a page: `skip` rows are passed over, then `size` rows are read. */
export type PageSlice = { skip: number; size: number }

/** Returns the slice of a page, `reversed` if the list's end is nearer; past the last row it has `size` 0. */
export function sliceOf(
  { page, size }: { page: number; size: number },
  count?: ListCount,
): PageSlice & { reversed: boolean } {
  const skip = (page - 1) * size
  if (count === undefined || count.isMore || skip < count.total / 2) return { skip, size, reversed: false }
  const behind = Math.max(0, count.total - skip - size)
  return { skip: behind, size: Math.max(0, count.total - skip - behind), reversed: true }
}

/** A slice as part of the input of a compiled statement; without `skip` it begins with the first row. */
export type SliceInput = { size: number | Literal; skip: number | undefined }

const USUAL_SIZES: readonly number[] = KAYIT_PAGE_SIZES

/**
 * Returns the input for `limitTo`. The usual page sizes and a first page are written into the statement's text, except
 * for the n-gram index (`isNgram`): with literals PostgreSQL would plan its statement anew each time.
 */
export const sliceInput = ({ size, skip }: PageSlice, isNgram = false): SliceInput =>
  isNgram
    ? { size, skip }
    : { size: USUAL_SIZES.includes(size) ? new Literal(size) : size, skip: skip === 0 ? undefined : skip }

/** Returns the bound of a count as `sliceInput` does. */
export const boundInput = (bound: number, isNgram = false): number | Literal =>
  isNgram ? bound : new Literal(bound)

export const boundOf = (bound: number | Literal): number => (bound instanceof Literal ? bound.value : bound)

/** Limits a query to a page. */
export function limitTo<D, T extends keyof D, O>(
  query: SelectQueryBuilder<D, T, O>,
  { size, skip }: SliceInput,
): SelectQueryBuilder<D, T, O> {
  const rows = query.limit(boundOf(size))
  return skip === undefined ? rows : rows.offset(skip)
}
