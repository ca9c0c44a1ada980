import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import { type ChangedItem, fieldChanges, isNothing, itemChanges } from '#shared/change/rules.ts'

const oil = { id: 1, position: 0, islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 12_000 }
const pads = { id: 2, position: 1, islem_adi: 'Balata', islem_adet: 4, fiyat_kurus: 5_000 }
const lineOf = ({ islem_adi, islem_adet, fiyat_kurus }: ChangedItem) => ({
  islem_adi,
  islem_adet,
  fiyat_kurus,
})

describe('the fields that differ', () => {
  test('are named in their order with what they were and are', () => {
    const before = { a: 'x', b: 1, c: null }
    expect(fieldChanges(['c', 'b', 'a'], before, { a: 'y', b: 1, c: '2026-11-20' })).toEqual([
      { name: 'c', before: null, after: '2026-11-20' },
      { name: 'a', before: 'x', after: 'y' },
    ])
  })

  test('a field that was not sent does not differ, one that was emptied does', () => {
    expect(fieldChanges(['a', 'b'], { a: 'x', b: 5 }, { b: null })).toEqual([
      { name: 'b', before: 5, after: null },
    ])
  })
})

describe('the change of the items', () => {
  test('the change lists added, removed and changed items', () => {
    const dearer = { ...oil, fiyat_kurus: 15_000 }
    const filter = { id: 3, position: 1, islem_adi: 'Filtre', islem_adet: 1, fiyat_kurus: 3_000 }
    expect(itemChanges([oil, pads], [dearer, filter])).toEqual({
      added: [lineOf(filter)],
      removed: [lineOf(pads)],
      changed: [{ before: lineOf(oil), after: lineOf(dearer) }],
    })
  })

  test('equal items that got new ids are the same, as often as there were so many', () => {
    const again = [pads, oil, oil].map((item, position) => ({ ...item, id: 10 + position, position }))
    expect(itemChanges([oil, pads], again)).toEqual({ added: [lineOf(oil)], removed: [], changed: [] })
  })

  test('another order is no change', () => {
    expect(
      isNothing(
        itemChanges(
          [oil, pads],
          [
            { ...pads, position: 0 },
            { ...oil, position: 1 },
          ],
        ),
      ),
    ).toBe(true)
  })

  const items = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 12 }),
      islem_adi: fc.constantFrom('Yağ', 'Balata', 'Filtre'),
      islem_adet: fc.integer({ min: 1, max: 2 }),
      fiyat_kurus: fc.constantFrom(100, 200),
    }),
    { selector: ({ id }) => id, maxLength: 8 },
  )
  const placed = items.map((list) => list.map((item, position) => ({ ...item, position })))
  const texts = (list: readonly object[]) => list.map((item) => JSON.stringify(item)).sort()

  test('leads from the items before to the items after', () => {
    fc.assert(
      fc.property(placed, placed, (before, after) => {
        const { added, removed, changed } = itemChanges(before, after)
        const left = texts(before.map(lineOf))
        for (const gone of [...removed, ...changed.map((change) => change.before)])
          left.splice(left.indexOf(JSON.stringify(gone)), 1)
        expect([...left, ...texts(added), ...texts(changed.map((change) => change.after))].sort()).toEqual(
          texts(after.map(lineOf)),
        )
      }),
    )
  })

  test('the change lists nothing where nothing differs, whatever the ids', () => {
    fc.assert(
      fc.property(placed, (list) => {
        const renamed = list.map((item) => ({ ...item, id: item.id + 100 }))
        expect(isNothing(itemChanges(list, renamed))).toBe(true)
      }),
    )
  })
})
