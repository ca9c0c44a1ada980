import { describe, expect, test } from 'vitest'

import {
  categoryMessages,
  categoryProblem,
  MAX_CATEGORIES,
  PROPOSED_CATEGORIES,
  readCategories,
  renamesIn,
  sortCategorySums,
  totalOf,
} from '#shared/expense/categories.ts'
import * as fc from '#tests/support/setup/fast-check.ts'

const named = (...names: string[]) => names.map((name) => ({ name, before: '' }))

describe('the list of categories', () => {
  test('a shop without its own list has the proposed one, an emptied list stays empty', () => {
    expect(readCategories(null)).toBe(PROPOSED_CATEGORIES)
    expect(readCategories('[]')).toEqual([])
    expect(readCategories('["Kira"]')).toEqual(['Kira'])
    expect(categoryProblem(named(...PROPOSED_CATEGORIES))).toBeNull()
  })

  test.each([
    [named('Kira', ''), { index: 1, message: categoryMessages.nameRequired }],
    [named('ISI', 'Yakıt', 'ısı'), { index: 2, message: categoryMessages.nameRepeated }],
    [
      named(...Array.from({ length: MAX_CATEGORIES + 1 }, (_, index) => `k${index}`)),
      { index: MAX_CATEGORIES, message: categoryMessages.tooMany },
    ],
  ])('%j is refused', (edited, problem) => {
    expect(categoryProblem(edited)).toEqual(problem)
  })

  test('only a changed name of a former category renames', () => {
    const edited = [
      { name: 'Kira', before: 'Kira' },
      { name: 'Ücret', before: 'Maaş' },
      { name: 'Yeni', before: '' },
    ]
    expect(renamesIn(edited)).toEqual([['Maaş', 'Ücret']])
  })
})

const sums = fc.uniqueArray(
  fc.record({
    category: fc.constantFrom('', 'Kira', 'Maaş', 'Yakıt', 'Çay'),
    count: fc.integer({ min: 1, max: 50 }),
    amount_kurus: fc.integer({ min: 1, max: 99_999_999_999 }),
  }),
  { selector: ({ category }) => category },
)

describe('the sums by category', () => {
  test('the largest is first, and the expenses without a category are last', () => {
    fc.assert(
      fc.property(sums, (unsorted) => {
        const sorted = sortCategorySums(unsorted)
        expect(new Set(sorted)).toEqual(new Set(unsorted))
        const withCategory = sorted.filter(({ category }) => category !== '').map((sum) => sum.amount_kurus)
        expect(withCategory).toEqual(withCategory.toSorted((a, b) => b - a))
        expect(sorted.findIndex(({ category }) => category === '')).toBe(
          unsorted.some(({ category }) => category === '') ? sorted.length - 1 : -1,
        )
      }),
    )
  })

  test('the total of all is the sum of the totals of each category', () => {
    fc.assert(
      fc.property(sums, (all) => {
        const each = all.map(({ category }) => totalOf(all, category))
        expect(totalOf(all, undefined)).toEqual({
          total: each.reduce((sum, { total }) => sum + total, 0),
          toplam_kurus: each.reduce((sum, { toplam_kurus }) => sum + toplam_kurus, 0),
        })
        expect(totalOf(all, 'yok')).toEqual({ total: 0, toplam_kurus: 0 })
      }),
    )
  })
})
