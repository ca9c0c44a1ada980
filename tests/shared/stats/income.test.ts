import * as fc from '#tests/support/setup/fast-check.ts'
import { expect, test } from 'vitest'

import { operationParts } from '#shared/stats/income.ts'

const breakdown = fc.record({
  top: fc.array(fc.record({ name: fc.string(), gelir_kurus: fc.integer({ min: 1, max: 9_999_999 }) })),
  rest: fc.option(fc.record({ names: fc.nat(9), gelir_kurus: fc.integer({ min: 1, max: 9_999_999 }) })),
})

test('the operations, their rest and the discounts add up to the income of the period', () => {
  fc.assert(
    fc.property(breakdown, fc.double({ min: 0, max: 1, noNaN: true }), (found, part) => {
      const sum = [...found.top, ...(found.rest === null ? [] : [found.rest])].reduce(
        (total, { gelir_kurus }) => total + gelir_kurus,
        0,
      )
      const income = Math.floor(sum * part)
      const parts = operationParts(found, income)
      expect(parts.reduce((total, { gelir }) => total + gelir, 0)).toBe(income)
      expect(parts.filter(({ gelir }) => gelir < 0).length).toBe(income < sum ? 1 : 0)
    }),
  )
})

test('a discount is the last part, with its share of the income', () => {
  const found = { top: [{ name: 'BALATA', gelir_kurus: 315_000 }], rest: null }
  expect(operationParts(found, 300_000)).toEqual([
    { name: 'BALATA', gelir: 315_000, percent: 105, isRest: false },
    { name: 'İskonto', gelir: -15_000, percent: -5, isRest: true },
  ])
  expect(operationParts(found, 315_000)).toHaveLength(1)
  expect(operationParts(found, 0).map(({ percent }) => percent)).toEqual([0, 0])
})
