import * as fc from '#tests/support/setup/fast-check.ts'
import { expect, test } from 'vitest'

import { sliceOf } from '#server/list/page-slice.ts'

const pages = fc.record({ page: fc.integer({ min: 1, max: 40 }), size: fc.integer({ min: 1, max: 25 }) })

/** Returns the rows that a statement with this slice returns, in the list's order. */
function rowsIn(list: readonly number[], { skip, size, reversed }: ReturnType<typeof sliceOf>): number[] {
  const read = (reversed ? list.toReversed() : list).slice(skip, skip + size)
  return reversed ? read.toReversed() : read
}

test('a page has the same rows from either end, and none behind the list’s last one', () => {
  fc.assert(
    fc.property(pages, fc.nat(300), (asked, total) => {
      const list = Array.from({ length: total }, (_, index) => index)
      const { page, size } = asked
      expect(rowsIn(list, sliceOf(asked, { total, isMore: false }))).toEqual(
        list.slice((page - 1) * size, page * size),
      )
    }),
  )
})

test('at most half of the list comes before a page', () => {
  fc.assert(
    fc.property(pages, fc.nat(300), (asked, total) => {
      const { skip, size } = sliceOf(asked, { total, isMore: false })
      expect(size === 0 || skip <= total / 2).toBe(true)
    }),
  )
})

test.each([undefined, { total: 1_000, isMore: true }])(
  'a list whose end is not known (%o) is read from its beginning',
  (length) => {
    expect(sliceOf({ page: 40, size: 25 }, length)).toEqual({ skip: 975, size: 25, reversed: false })
  },
)
