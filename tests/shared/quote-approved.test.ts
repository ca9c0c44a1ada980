import { expect, test } from 'vitest'

import { findApproved } from '#shared/quote/approved.ts'
import * as fc from '#tests/support/setup/fast-check.ts'

const AT = '2026-11-21T09:00:00.000Z'
const item = fc.record({
  islem_adi: fc.constantFrom('Yağ', 'Rot'),
  islem_adet: fc.integer({ min: 1, max: 2 }),
  fiyat_kurus: fc.constantFrom(0, 100),
})
type Item = { islem_adi: string; islem_adet: number; fiyat_kurus: number }
const lineOf = ({ islem_adi: name, islem_adet: quantity, fiyat_kurus: unit_kurus }: Item, index = 0) => ({
  name,
  quantity,
  unit_kurus,
  at: `${AT}${index}`,
})

test('a line approves one item with its name, quantity and price', () => {
  const oil = { islem_adi: 'Yağ', islem_adet: 2, fiyat_kurus: 100 }
  const others = [
    { ...oil, fiyat_kurus: 101 },
    { ...oil, islem_adet: 1 },
    { ...oil, islem_adi: 'yağ' },
  ]
  expect(findApproved([...others, oil, oil], [lineOf(oil)])).toEqual([
    undefined,
    undefined,
    undefined,
    `${AT}0`,
    undefined,
  ])
  expect(findApproved([oil], [])).toEqual([undefined])
})

test('all items of an approval are approved in any order, and no more of them than lines', () => {
  fc.assert(
    fc.property(fc.array(item), fc.array(item), (approved, others) => {
      const lines = approved.map((one, index) => lineOf(one, index))
      expect(findApproved(approved.toReversed(), lines).every(Boolean)).toBe(true)
      const found = findApproved([...others, ...approved], lines).filter(Boolean)
      expect(found).toHaveLength(approved.length)
      expect(new Set(found).size).toBe(approved.length)
    }),
  )
})
