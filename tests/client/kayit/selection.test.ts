import { describe, expect, test } from 'vitest'

import { allToggled, extended, moved, NOTHING, toggled } from '#client/features/kayit/list/selection.ts'

const PAGE = [11, 12, 13, 14, 15]
const ids = ({ ids: all }: { ids: ReadonlySet<number> }) => [...all].sort((a, b) => a - b)

describe('the selection of rows', () => {
  test('a row is selected and unselected', () => {
    const one = toggled(NOTHING, 12)
    expect([ids(one), one.anchor]).toEqual([[12], 12])
    expect(ids(toggled(one, 12))).toEqual([])
    expect(ids(NOTHING)).toEqual([])
  })

  test('Shift and a press add the rows since the last one, in both directions', () => {
    const some = toggled(toggled(NOTHING, 11), 13)
    expect(ids(extended(some, 15, PAGE))).toEqual([11, 13, 14, 15])
    expect(ids(extended(toggled(NOTHING, 14), 12, PAGE))).toEqual([12, 13, 14])
    expect(ids(extended(NOTHING, 12, PAGE))).toEqual([12])
    expect(ids(extended({ ids: new Set([99]), anchor: 99 }, 12, PAGE))).toEqual([12, 99])
  })

  test('Shift and the arrow keys grow and shrink the selection from where they began', () => {
    let now = moved(NOTHING, { from: 12, to: 13 }, PAGE)
    expect(ids(now)).toEqual([12, 13])
    now = moved(now, { from: 13, to: 14 }, PAGE)
    expect(ids(now)).toEqual([12, 13, 14])
    now = moved(now, { from: 14, to: 13 }, PAGE)
    now = moved(now, { from: 13, to: 12 }, PAGE)
    expect(ids(moved(now, { from: 12, to: 11 }, PAGE))).toEqual([11, 12])
  })

  test('the whole page is selected, and nothing once it is', () => {
    const all = allToggled(toggled(NOTHING, 12), PAGE)
    expect(ids(all)).toEqual(PAGE)
    expect(ids(allToggled(all, PAGE))).toEqual([])
  })
})
