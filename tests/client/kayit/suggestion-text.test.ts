import * as fc from '#tests/support/setup/fast-check.ts'
import { expect, test } from 'vitest'

import { toGrossPrice } from '#client/features/kayit/items/items.ts'
import { typedPrice } from '#client/features/kayit/items/new-line.ts'
import {
  lineFromSuggestion,
  suggestedPriceText,
  priceText,
  suggestionSourceText,
} from '#client/features/kayit/items/suggestion-text.ts'
import type { Suggestion } from '#shared/item/schema.ts'
import { MAX_PRICE_KURUS } from '#shared/money.ts'

const BALATA: Suggestion = {
  name: 'Balata',
  price_kurus: 125_000,
  quantity: 2,
  source: 'used',
  last_day: '2026-02-02',
  car_day: null,
}

test('a suggestion fills the line with its price as prices are typed', () => {
  expect(lineFromSuggestion(BALATA, true)).toEqual({ islem_adi: 'Balata', islem_adet: 2, fiyat: '1.250,00' })
  expect(lineFromSuggestion(BALATA, false)).toEqual({
    islem_adi: 'Balata',
    islem_adet: 2,
    fiyat: '1041,6667',
  })
  expect(lineFromSuggestion({ ...BALATA, price_kurus: 120_000 }, false).fiyat).toBe('1.000,00')
})

test('whether with VAT or without, the line is stored with exactly the suggested price', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_PRICE_KURUS }), fc.boolean(), (kurus, kdvDahil) => {
      expect(toGrossPrice(typedPrice(priceText(kurus, kdvDahil)), kdvDahil)).toBe(kurus)
    }),
  )
})

test('the list shows quantity and price, and without VAT says so', () => {
  expect(suggestedPriceText(BALATA, true)).toBe('2 × ₺1.250,00')
  expect(suggestedPriceText(BALATA, false)).toBe('2 × ₺1.041,67 + KDV')
  expect(suggestedPriceText({ ...BALATA, quantity: 1 }, true)).toBe('₺1.250,00')
})

test.each([
  [{}, 'Son fiyat 02.02.2026'],
  [{ car_day: '2026-01-05' }, 'Son fiyat 02.02.2026 · Bu araçta 05.01.2026'],
  [{ car_day: '2026-02-02' }, 'Son fiyat · Bu araçta 02.02.2026'],
  [{ source: 'list' as const }, 'Fiyat listesi'],
  [{ source: 'list' as const, car_day: '2026-02-02' }, 'Fiyat listesi · Bu araçta 02.02.2026'],
])('the source of %j is named', (part, expected) => {
  expect(suggestionSourceText({ ...BALATA, ...part })).toBe(expected)
})
