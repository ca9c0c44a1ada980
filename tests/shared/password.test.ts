import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { missingStrength, passwordScore } from '#shared/password.ts'

import { anyCodePoints } from './any-text.ts'

describe('password strength', () => {
  test.each([
    ['', 0],
    ['a', 1],
    ['A', 1],
    ['1', 1],
    ['!', 1],
    [' ', 1],
    ['aA', 2],
    ['aA1', 3],
    ['aA1!', 4],
    ['aaaaaaa', 1],
    ['aaaaaaaa', 2],
    ['Ab1!efgh', 5],
    ['ışığıyla', 2],
    ['İŞÇĞÜÖIŞ', 2],
    ['ş', 1],
    ['s\u0327', 1],
    ['Şifre12345', 4],
    ['Şifre123.', 5],
    ['😀😀😀😀', 1],
    ['😀😀😀😀😀😀😀😀', 2],
  ])('%j scores %d', (password, score) => {
    expect(passwordScore(password)).toBe(score)
  })

  test.each([
    ['', 'en az 8 karakter, büyük harf, küçük harf, rakam, özel karakter'],
    ['araba', 'en az 8 karakter, büyük harf, rakam, özel karakter'],
    ['ARABALAR1', 'küçük harf, özel karakter'],
    ['Şifre123.', ''],
  ])('%j lacks: %s', (password, missing) => {
    expect(missingStrength(password).join(', ')).toBe(missing)
  })

  test('each kind of character gives one point, wherever it stands', () => {
    const kinds = ['abcçğıiöşü', 'ABCÇĞIİÖŞÜ', '0123456789', '!?.-_ €₺%']
    const parts = kinds.map((kind) => fc.string({ unit: fc.constantFrom(...Array.from(kind)), maxLength: 4 }))
    const shuffled = fc.tuple(...parts).chain((parts) => {
      const all = Array.from(parts.join(''))
      return fc
        .shuffledSubarray(all, { minLength: all.length })
        .map((mixed) => ({ parts, mixed: mixed.join('') }))
    })
    fc.assert(
      fc.property(shuffled, ({ parts, mixed }) => {
        const expected = parts.filter((part) => part !== '').length + (mixed.length >= 8 ? 1 : 0)
        expect(passwordScore(mixed)).toBe(expected)
      }),
    )
  })

  test('any text has a score from 0 to 5', () => {
    fc.assert(
      fc.property(anyCodePoints, (text) => {
        expect([0, 1, 2, 3, 4, 5]).toContain(passwordScore(text))
      }),
    )
  })
})
