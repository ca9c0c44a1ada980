import { describe, expect, test } from 'vitest'

import { toGrossPrice } from '#client/features/kayit/items/items.ts'
import {
  EMPTY_LINE,
  isEmptyLine,
  LINE_RULE,
  rowsFromLine,
  typedPrice,
} from '#client/features/kayit/items/new-line.ts'
import { quantityFrom } from '#shared/money-parse.ts'

test('an added item has no id, a trimmed name, and its price with VAT', () => {
  const line = { islem_adi: '  Rot balans ', islem_adet: 3, fiyat: '500' }
  const item = { key: 'k1', id: 0, islem_adi: 'Rot balans', islem_adet: 3 }
  expect(rowsFromLine(line, { key: 'k1', kdvDahil: true })).toEqual([
    { ...item, fiyat_kurus: 50_000, ilk_kurus: 50_000 },
  ])
  expect(rowsFromLine(line, { key: 'k1', kdvDahil: false })).toMatchObject([{ fiyat_kurus: 60_000 }])
  expect(rowsFromLine({ ...line, islem_adi: ' ' }, { key: 'k1', kdvDahil: true })).toEqual([])
})

test('a new price is multiplied by 1.2 unless it includes VAT', () => {
  const stored = (text: string, kdvDahil: boolean) => toGrossPrice(typedPrice(text), kdvDahil)
  expect(stored('100', false)).toBe(12_000)
  expect(stored('100', true)).toBe(10_000)
  expect(stored('12.5', false)).toBe(1_500)
  expect(['', 'bedava', '-5'].map((text) => stored(text, true))).toEqual([0, 0, 0])
})

test.each([
  ['3', 3],
  ['2,9', 2],
  ['2.9', 2],
  ['1.250', 1250],
  ['0', 1],
  ['0,4', 1],
  ['-3', 1],
  ['', 1],
  ['iki', 1],
])('the quantity %j is read as %i', (text, quantity) => {
  expect(quantityFrom(text)).toBe(quantity)
})

describe('the new line', () => {
  test('a line without name and price and with quantity 1 is empty', () => {
    expect(isEmptyLine(EMPTY_LINE)).toBe(true)
    expect(isEmptyLine({ ...EMPTY_LINE, fiyat: ' ' })).toBe(true)
    expect(isEmptyLine({ ...EMPTY_LINE, islem_adi: 'a' })).toBe(false)
    expect(isEmptyLine({ ...EMPTY_LINE, islem_adet: 2 })).toBe(false)
    expect(isEmptyLine({ ...EMPTY_LINE, fiyat: '0' })).toBe(false)
  })

  test('a line is dirty when its meaning differs, and is described as typed', () => {
    const line = { islem_adi: 'Akü', islem_adet: 2, fiyat: '12,5' }
    expect(LINE_RULE.isSame?.(EMPTY_LINE, { ...EMPTY_LINE, islem_adi: ' ' })).toBe(true)
    expect(LINE_RULE.isSame?.(line, { ...line })).toBe(true)
    expect(LINE_RULE.isSame?.(line, { ...line, fiyat: '12' })).toBe(false)
    expect([line, EMPTY_LINE].map((one) => LINE_RULE.show?.(one))).toEqual(['Akü, 2 × 12,5', '—'])
  })
})
