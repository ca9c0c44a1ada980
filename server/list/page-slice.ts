import type { SelectQueryBuilder } from 'kysely'

import { Literal } from '#server/platform/db/compiled.ts'
import { KAYIT_PAGE_SIZES } from '#shared/options.ts'

/** How many rows a list has, or that it has more. */
export type ListCount = { total: number; isMore: boolean }

/** The rows of a page: how many come before it and how many it has, counted from the list's end where `reversed`. */
export type PageSlice = { skip: number; size: number }

/**
 * Where a page is read, from the nearer end of a list whose count is known; behind its last row there is nothing
 * (`size` 0).
 */
export function sliceOf(
  { page, size }: { page: number; size: number },
  count?: ListCount,
): PageSlice & { reversed: boolean } {
  const skip = (page - 1) * size
  if (count === undefined || count.isMore || skip < count.total / 2) return { skip, size, reversed: false }
  const behind = Math.max(0, count.total - skip - size)
  return { skip: behind, size: Math.max(0, count.total - skip - behind), reversed: true }
}

/** A slice as a part of the input of a compiled statement; without `skip` it begins with the first row. */
export type SliceInput = { size: number | Literal; skip: number | undefined }

const USUAL_SIZES: readonly number[] = KAYIT_PAGE_SIZES

/**
 * Returns the input for `limitTo`. The usual page sizes and a first page stand in the statement's text, but not where
 * the n-gram index is read (`isNgram`): its generic plan is right, and only a parameter makes it look cheap.
 */
export const sliceInput = ({ size, skip }: PageSlice, isNgram = false): SliceInput =>
  isNgram
    ? { size, skip }
    : { size: USUAL_SIZES.includes(size) ? new Literal(size) : size, skip: skip === 0 ? undefined : skip }

/** Returns a bound of a count, as `sliceInput` does. */
export const boundInput = (bound: number, isNgram = false): number | Literal =>
  isNgram ? bound : new Literal(bound)

export const boundOf = (bound: number | Literal): number => (bound instanceof Literal ? bound.value : bound)

export function limitTo<D, T extends keyof D, O>(
  query: SelectQueryBuilder<D, T, O>,
  { size, skip }: SliceInput,
): SelectQueryBuilder<D, T, O> {
  const rows = query.limit(boundOf(size))
  return skip === undefined ? rows : rows.offset(skip)
}
