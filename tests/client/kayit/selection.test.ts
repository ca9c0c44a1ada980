import { describe, expect, test } from 'vitest'

import {
  toggleAllRows,
  extendSelection,
  moveSelection,
  NO_SELECTION,
  toggleRow,
} from '#client/features/kayit/list/selection.ts'

const PAGE = [11, 12, 13, 14, 15]
const ids = ({ ids: all }: { ids: ReadonlySet<number> }) => [...all].sort((a, b) => a - b)

describe('the selection of rows', () => {
  test('a row is selected and unselected', () => {
    const one = toggleRow(NO_SELECTION, 12)
    expect([ids(one), one.anchor]).toEqual([[12], 12])
    expect(ids(toggleRow(one, 12))).toEqual([])
    expect(ids(NO_SELECTION)).toEqual([])
  })

  test('Shift and a press add the rows since the last one, in both directions', () => {
    const some = toggleRow(toggleRow(NO_SELECTION, 11), 13)
    expect(ids(extendSelection(some, 15, PAGE))).toEqual([11, 13, 14, 15])
    expect(ids(extendSelection(toggleRow(NO_SELECTION, 14), 12, PAGE))).toEqual([12, 13, 14])
    expect(ids(extendSelection(NO_SELECTION, 12, PAGE))).toEqual([12])
    expect(ids(extendSelection({ ids: new Set([99]), anchor: 99 }, 12, PAGE))).toEqual([12, 99])
  })

  test('Shift and the arrow keys grow and shrink the selection from where they began', () => {
    let now = moveSelection(NO_SELECTION, { from: 12, to: 13 }, PAGE)
    expect(ids(now)).toEqual([12, 13])
    now = moveSelection(now, { from: 13, to: 14 }, PAGE)
    expect(ids(now)).toEqual([12, 13, 14])
    now = moveSelection(now, { from: 14, to: 13 }, PAGE)
    now = moveSelection(now, { from: 13, to: 12 }, PAGE)
    expect(ids(moveSelection(now, { from: 12, to: 11 }, PAGE))).toEqual([11, 12])
  })

  test('the whole page is selected, and nothing once it is', () => {
    const all = toggleAllRows(toggleRow(NO_SELECTION, 12), PAGE)
    expect(ids(all)).toEqual(PAGE)
    expect(ids(toggleAllRows(all, PAGE))).toEqual([])
  })
})
