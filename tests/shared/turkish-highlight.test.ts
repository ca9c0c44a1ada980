import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import {
  foldName,
  foldVehicle,
  highlightPhoneRanges,
  highlightRanges,
  highlightSimilarRanges,
  highlightVehicleRanges,
  highlightWordRanges,
} from '#shared/turkish.ts'

const marked = (text: string, ranges: [number, number][]) =>
  ranges.map(([start, end]) => text.slice(start, end))

describe('hits in a name', () => {
  test.each([
    ['Ali IŞIK', 'ışık', ['IŞIK']],
    ['İnci İNCİOĞLU', 'inci', ['İnci', 'İNCİ']],
    ['Inci', 'inci', []],
    ['Ali   Veli', 'ali veli', ['Ali   Veli']],
    ['  Ali', ' ali ', ['Ali']],
    ['I\u0307nci C\u0327elik', 'inci çe', ['I\u0307nci C\u0327e']],
    ['i\u0307nci', 'nci', ['nci']],
    ['aaaa', 'aa', ['aa', 'aa']],
    ['%50 indirim', '%', ['%']],
    ['a.b', '.', ['.']],
    ['😀 Ali', 'ali', ['Ali']],
    ['Ali', '', []],
    ['Ali', '   ', []],
    ['', 'ali', []],
    ['Ali', 'aliş', []],
  ])('the hits in %j for the query %j', (text, query, expected) => {
    expect(marked(text, highlightRanges(text, query))).toEqual(expected)
  })
})

describe('hits of words, of a phone, and without Turkish marks', () => {
  test.each([
    ['Hüseyin Sarı', 'sarı hüseyin', ['Hüseyin', 'Sarı']],
    ['Sarı Hüseyin', 'sarı hüseyin', ['Sarı Hüseyin']],
    ['Ali Alin', 'ali alin', ['Ali Alin']],
    ['Alin Ali', 'ali alin', ['Ali', 'Ali']],
    ['Hüseyin Kara', 'sarı hüseyin', []],
  ])('the words in %j for the query %j', (text, query, expected) => {
    expect(marked(text, highlightWordRanges(text, query))).toEqual(expected)
  })

  test.each([
    ['Hasan ÖZTÜRK', 'ozturk hasan', ['Hasan', 'ÖZTÜRK']],
    ['Işık', 'isik', ['Işık']],
    ['Işık', 'ozturk', []],
  ])('the similar hits in %j for the query %j', (text, query, expected) => {
    expect(marked(text, highlightSimilarRanges(text, query))).toEqual(expected)
  })

  test.each([
    ['0 (532) 123 45 67', '05321234', ['532) 123 4']],
    ['0 (532) 123 45 67', '4567', ['45 67']],
    ['0 (532) 123 45 67', '456', []],
  ])('the digits in %j for the query %j', (text, query, expected) => {
    expect(marked(text, highlightPhoneRanges(text, query))).toEqual(expected)
  })
})

describe('hits in a plate or chassis number', () => {
  test.each([
    ['34 ABC 123', 'abc1', ['ABC 1']],
    ['34ABC123', '34 a b', ['34AB']],
    ['34 ABI 12', 'abı', ['ABI']],
    ['34 ABİ 12', 'ABI', ['ABİ']],
    ['34 ABI 12', 'i', ['I']],
    [' 34 ABC ', 'c', ['C']],
    ['WVWZZZ', 'wz', ['WZ']],
    ['WVI12', 'v11', ['VI1']],
    ['WV112', 'vi1', ['V11']],
    ['34 ABC', ' ', []],
  ])('the hits in %j for the query %j', (text, query, expected) => {
    expect(marked(text, highlightVehicleRanges(text, query))).toEqual(expected)
  })
})

describe('the hits in any text', () => {
  const unit = fc.constantFrom(...Array.from('abıiIİşŞçC 1%'), 'I\u0307', 'c\u0327', 'S\u0327', '  ', '😀')
  const text = fc.string({ unit, maxLength: 20 })
  const query = fc.string({ unit, maxLength: 3 })
  const kinds = [
    ['name', foldName, highlightRanges],
    ['vehicle', foldVehicle, highlightVehicleRanges],
  ] as const
  const isVinPart = (needle: string) => /^(?=.*\d)[a-z\d]{3,}$/.test(needle)
  const read = (text: string) => foldVehicle(text).replaceAll('i', '1')

  test.each(kinds)('%s: a hit is marked exactly where the search finds it', (kind, fold, ranges) => {
    fc.assert(
      fc.property(text, query, (text, query) => {
        const exact = fold(text).includes(fold(query))
        const form = kind === 'vehicle' && !exact && isVinPart(fold(query)) ? read : fold
        const needle = form(query)
        const found = ranges(text, query)
        const hits = needle === '' ? 0 : form(text).split(needle).length - 1
        expect(marked(text, found).map(form)).toEqual(Array.from({ length: hits }, () => needle))
        expect(marked(text, found).every((hit) => hit === hit.trim())).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })

  test.each(kinds)('%s: ranges are in order, do not overlap and leave nothing out', (_, fold, ranges) => {
    fc.assert(
      fc.property(text, query, (text, query) => {
        const bounds = ranges(text, query).flat()
        expect(bounds).toEqual(bounds.toSorted((a, b) => a - b))
        expect(new Set(bounds.filter((_, i) => i % 2 === 0)).size).toBe(bounds.length / 2)
        const between = [0, ...bounds, text.length].map((at, i, all) => text.slice(at, all[i + 1]))
        expect(between.join('')).toBe(text)
        const gaps = between.filter((_, i) => i % 2 === 0)
        const needle = fold(query)
        expect(gaps.every((gap) => needle === '' || !fold(gap).includes(needle))).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  test.each(kinds)('%s: a text of 100.000 characters is highlighted quickly', (_, fold, ranges) => {
    const long = 'ı'.repeat(50_000) + ' '.repeat(50_000)
    expect(ranges(long, 'ı'.repeat(1000))).toHaveLength(50)
    expect(ranges(long, `${'ı'.repeat(50_000)}x`)).toEqual([])
    expect(fold(long)).toHaveLength(50_000)
    expect(ranges(`a${'\u0301'.repeat(100_000)}`, 'b')).toEqual([])
  })
})
