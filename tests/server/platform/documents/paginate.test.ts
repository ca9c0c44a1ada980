import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import { type TableRoom, paginateRows } from '#server/platform/documents/layout-table.ts'

const ROOM: TableRoom = { first: 100, next: 200, head: 20, tail: 50 }
const rows = (count: number, height = 10) => Array.from({ length: count }, () => height)

describe('the pagination of rows', () => {
  test('rows that fit make one page', () => {
    expect(paginateRows(rows(3), ROOM)).toEqual([3])
    expect(paginateRows(rows(1), ROOM)).toEqual([1])
  })

  test('the last two rows move to the next page when only the totals would not fit', () => {
    expect(paginateRows(rows(8), ROOM)).toEqual([6, 2])
    expect(paginateRows(rows(4), ROOM)).toEqual([2, 2])
  })

  test('a single row never stands alone on a page', () => {
    expect(paginateRows(rows(9), ROOM)).toEqual([7, 2])
    expect(paginateRows(rows(3), { ...ROOM, tail: 60 })).toEqual([0, 3])
  })

  test('a table that does not fit below the text begins on the next page', () => {
    expect(paginateRows(rows(5), { ...ROOM, first: 25 })).toEqual([0, 5])
    expect(paginateRows(rows(1), { ...ROOM, first: -5 })).toEqual([0, 1])
  })

  test('every row is printed once, nothing overflows, and the totals stand with rows', () => {
    const heights = fc.array(fc.integer({ min: 5, max: 50 }), { minLength: 1, maxLength: 200 })
    const free = fc.integer({ min: 0, max: 730 })
    const tail = fc.integer({ min: 10, max: 300 })
    fc.assert(
      fc.property(heights, free, tail, (list, first, tailHeight) => {
        const room = { first, next: 730, head: 20, tail: tailHeight }
        const counts = paginateRows(list, room)
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(list.length)
        expect(counts.at(-1)).toBeGreaterThanOrEqual(Math.min(2, list.length))
        expect(counts.slice(1)).not.toContain(0)
        const ends = counts.map((_, page) => counts.slice(0, page + 1).reduce((sum, count) => sum + count, 0))
        const tooFull = counts.filter((count, page) => {
          const end = ends[page] ?? 0
          const used = list.slice(end - count, end).reduce((sum, height) => sum + height, 0)
          const tailHere = page === counts.length - 1 ? tailHeight : 0
          return count > 0 && 20 + used + tailHere > (page === 0 ? first : 730)
        })
        expect(tooFull).toEqual([])
      }),
    )
  })
})
