import { expect, test } from 'vitest'

import {
  newPackageRow,
  packageProblems,
  priceFields,
  priceProblems,
} from '#client/features/settings/item-values.ts'

const entry = (price_kurus: string) => ({ name: 'Yağ', price_kurus, quantity: '1' })

test('a text that is no price is refused for the price list and a package, and an empty one is 0', () => {
  const refused = 'Fiyat geçersiz.'
  for (const text of ['12 lira', '-5', '1 25'])
    expect(priceProblems(entry(text))).toEqual([{ names: ['price_kurus'], message: refused }])
  for (const text of ['', ' ', '0', '€ 1 250,-']) expect(priceProblems(entry(text))).toEqual([])
  expect(priceFields(entry('€ 1  250,-')).price_kurus).toBe(125_000)
  const rows = [true, false].map((isNoPrice) => ({ ...newPackageRow(), islem_adi: 'Yağ', isNoPrice }))
  expect(packageProblems({ name: 'Bakım', items: rows })).toEqual([
    { names: ['items.0.fiyat_kurus'], message: refused },
  ])
})
