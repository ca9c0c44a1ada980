import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import { BREAK_HERE } from '#server/platform/documents/printable-text.ts'
import { limitLines, wrapText } from '#server/platform/documents/sheet.ts'

/** Measures every character as 1, and the invisible break as 0. */
const measure = (text: string) => Array.from(text.replaceAll(BREAK_HERE, '')).length

describe('line breaks', () => {
  test('lines break at spaces, after hyphens and slashes, and at the line breaks of the text', () => {
    expect(wrapText('ön fren balatası', 8, measure)).toEqual(['ön fren ', 'balatası'])
    expect(wrapText('sağ/sol rot-balans', 8, measure)).toEqual(['sağ/sol ', 'rot-', 'balans'])
    expect(wrapText('yağ 5W-30 4/5 lt', 8, measure)).toEqual(['yağ ', '5W-30 ', '4/5 lt'])
    expect(wrapText('bir\n\niki', 8, measure)).toEqual(['bir ', ' ', 'iki'])
    expect(wrapText('', 8, measure)).toEqual([''])
  })

  test('a word is broken only when it is wider than a line, and then fills its lines', () => {
    expect(wrapText('bir aaaaaa', 8, measure)).toEqual(['bir ', 'aaaaaa'])
    expect(wrapText('aaaaaaaaaaaa bir', 8, measure)).toEqual(['aaaaaaaa', 'aaaa bir'])
    expect(wrapText(`aaaaa${BREAK_HERE}bbbbb`, 8, measure)).toEqual(['aaaaabbb', 'bb'])
    expect(wrapText(`aaa${BREAK_HERE}bbb`, 8, measure)).toEqual(['aaabbb'])
  })

  test('too many lines end in an ellipsis', () => {
    expect(limitLines(['bir', 'iki'], 2)).toEqual(['bir', 'iki'])
    expect(limitLines(['birinci', 'ikinci', 'üçüncü'], 2)).toEqual(['birinci', 'ikin…'])
  })

  test('an accent stays with its letter', () => {
    const wide = (text: string) => text.length
    expect(wrapText('aaab\u0323c', 4, wide)).toEqual(['aaa', 'b\u0323c'])
  })

  test('no line is too wide and no character is lost', () => {
    const word = fc.string({
      unit: fc.constantFrom('a', 'ş', '5', '-', '/', '😀', BREAK_HERE),
      maxLength: 25,
    })
    const texts = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 20 }), (text, width) => {
        const lines = wrapText(text, width, measure)
        for (const line of lines) expect(measure(line.trimEnd())).toBeLessThanOrEqual(width)
        const sent = text.replaceAll(BREAK_HERE, '').replace(/ +/g, ' ').trim()
        expect(lines.join('').replace(/ +/g, ' ').trim()).toBe(sent)
      }),
    )
  })
})
