import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import { BLANK_CLASSES, EXPANSIONS, SORT_CLASSES } from '#shared/turkish-sort-table.ts'
import { compareTr, orderTr, sortKey } from '#shared/turkish.ts'

import { anyCodePoints } from './any-text.ts'

const collator = new Intl.Collator('tr', { sensitivity: 'base' })
const covered = Array.from(
  [
    ...BLANK_CLASSES,
    ...SORT_CLASSES.map((line) => line.replaceAll(' ', '')),
    ...Object.values(EXPANSIONS),
  ].join(''),
)
const everyday = Array.from(
  "abcçdefgğhıijklmnoöprsştuüvyzABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZâîûÂÎÛ0123456789 -.'/&",
)

describe('Turkish order', () => {
  test('the letters are in the order of the Turkish alphabet', () => {
    const alphabet = Array.from('abcçdefgğhıijklmnoöpqrsştuüvwxyz')
    expect(alphabet.toReversed().sort(compareTr)).toEqual(alphabet)
  })

  test('names are in Turkish order', () => {
    const sorted = [
      '',
      ' A',
      '12',
      'Arda',
      'Canan',
      'Çetin',
      'Gül',
      'Ğ',
      'Hacı',
      'Irmak',
      'İnci',
      'Jale',
    ].concat(['Oya', 'Öykü', 'Sami', 'Şule', 'Tan', 'Ufuk', 'Ümit', 'Zeki'])
    expect(sorted.toReversed().sort(compareTr)).toEqual(sorted)
  })

  test.each([
    ['ışık', 'IŞIK'],
    ['inci', 'İNCİ'],
    ['C\u0327etin', 'Çetin'],
    ['I\u0307nci', 'inci'],
    ['kâr', 'kar'],
  ])('%j and %j are equal', (a, b) => {
    expect(compareTr(a, b)).toBe(0)
    expect(sortKey(a)).toBe(sortKey(b))
  })

  test('texts that differ in case only have one order, and a text is equal to itself', () => {
    const sorted = ['Çetin', 'çetin', 'Dilek', 'INCI', 'ıncı', 'inci', 'İnci']
    expect(sorted.toReversed().sort(orderTr)).toEqual(sorted)
    expect(sorted.map((text) => orderTr(text, text))).toEqual(sorted.map(() => 0))
  })

  test('every character of the table is sorted as in the Turkish collation', () => {
    const sorted = covered.toSorted(compareTr)
    const wrong = sorted.filter((character, i) => {
      const next = sorted[i + 1]
      return next !== undefined && Math.sign(collator.compare(character, next)) !== compareTr(character, next)
    })
    expect(wrong).toEqual([])
    expect(new Set(covered).size).toBe(covered.length)
  })

  test.each([
    ['of everyday letters', everyday],
    ['of every character of the table', covered],
  ])('texts %s are in the order of the Turkish collation', (_, characters) => {
    const text = fc.string({ unit: fc.constantFrom(...characters), maxLength: 8 })
    const stem = fc.tuple(text, text, text).map(([stem, a, b]) => [stem + a, stem + b] as const)
    fc.assert(
      fc.property(stem, ([a, b]) => {
        expect(compareTr(a, b)).toBe(Math.sign(collator.compare(a, b)))
        expect(compareTr(b, a)).toBe(Math.sign(collator.compare(b, a)))
      }),
      { numRuns: 5000 },
    )
  })
})

describe('the stored sort key', () => {
  test('the sort key is frozen: changing it means rebuilding stored keys', () => {
    expect(sortKey('Çığ 1-a')).toBe('4h554y08410c4a')
    expect(sortKey('abcçdefgğhıijklmnoöpqrsştuüvwxyz')).toBe(
      '4a4c4g4h4k4q4v4x4y535556595c5e5i5j5o5p5t5v5y6162686f6g6k6o6p6q6v',
    )
    expect(sortKey('Ωß')).toBe('zz00q16161')
    expect(sortKey('')).toBe('')
  })

  test('the sort key has two base-36 characters per letter, so that bytes compare alike on every engine', () => {
    fc.assert(fc.property(anyCodePoints, (text) => /^(?:[0-9a-z]{2})*$/.test(sortKey(text))))
    const letters = fc.string({ unit: fc.constantFrom(...everyday), maxLength: 200 })
    fc.assert(
      fc.property(letters, (text) => {
        expect(sortKey(text)).toHaveLength(2 * text.length)
      }),
    )
  })

  test('characters outside the table come after all others, by code point', () => {
    const outside = ['Ω', 'я', '漢', '😀', '\ud800']
    expect(outside.toSorted(compareTr)).toEqual(['Ω', 'я', '漢', '\ud800', '😀'])
    for (const character of outside) {
      expect(covered.every((other) => compareTr(other, character) === -1)).toBe(true)
    }
  })

  test('controls, zero-width characters and marks are ignored', () => {
    expect(sortKey('A\u0000l\u200bi\u00ad\u0301\u0323')).toBe(sortKey('Ali'))
  })
})
