import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import { cleanText, isCleanText } from '#shared/text.ts'

describe('stored text', () => {
  test.each([
    ['  Ali Veli\n', 'Ali Veli'],
    ['bir\r\niki\nüç\rdört', 'bir\r\niki\nüç\rdört'],
    ['a  b', 'a  b'],
    ['s\u0327', 's\u0327'],
    ['😀 ₺ “x”', '😀 ₺ “x”'],
    ['<b>%_\\\'"</b>', '<b>%_\\\'"</b>'],
    ['\ta\t', 'a'],
    ['', ''],
    [' \n ', ''],
  ])('%j is stored as %j', (text, kept) => {
    expect(cleanText(text)).toBe(kept)
  })

  test.each([
    'a\u0000b',
    '\u0000',
    'a\tb',
    'a\u0007',
    'a\u000bb',
    'a\u001b[1m',
    'a\u007f',
    'a\u0085b',
    'a\u009fb',
  ])('%j is refused', (text) => {
    expect(cleanText(text)).toBeNull()
    expect(isCleanText(text)).toBe(false)
  })

  test.each(['\ud800', 'a\udc00b', '\udc00\ud800', 'a\ud83d'])('a lone surrogate (%j) is refused', (text) => {
    expect(cleanText(text)).toBeNull()
  })

  test('text is refused exactly for a forbidden code point inside, and else only trimmed or empty', () => {
    const any = fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 })
      .map((units) => String.fromCharCode(...units.map((unit, i) => (i % 2 === 0 ? unit : unit % 0xa0))))
    fc.assert(
      fc.property(any, (text) => {
        const forbidden = Array.from(text.trim(), (character) => character.codePointAt(0) ?? 0).some(
          (code) => {
            const control = code < 0x20 || (code >= 0x7f && code <= 0x9f)
            return (control && code !== 0x0a && code !== 0x0d) || (code >= 0xd800 && code <= 0xdfff)
          },
        )
        const isSeen = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text)
        expect(cleanText(text)).toBe(forbidden ? null : isSeen ? text.trim() : '')
      }),
      { numRuns: 2000 },
    )
  })
})
