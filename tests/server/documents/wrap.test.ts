import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { BREAK_HERE } from '#server/documents/printable-text.ts'
import { wrapText } from '#server/documents/wrap.ts'

/** Every character is one wide, except the break that is never drawn. */
const measure = (text: string) => Array.from(text.replaceAll(BREAK_HERE, '')).length

describe('line breaks', () => {
  test('at spaces, after hyphens and slashes, and at the line breaks of the text', () => {
    expect(wrapText('ön fren balatası', 8, measure)).toEqual(['ön fren', 'balatası'])
    expect(wrapText('sağ/sol rot-balans', 8, measure)).toEqual(['sağ/sol', 'rot-', 'balans'])
    expect(wrapText('bir\n\niki', 8, measure)).toEqual(['bir', '', 'iki'])
    expect(wrapText('', 8, measure)).toEqual([''])
  })

  test('where the text offers a place, before inside a word', () => {
    expect(wrapText(`aaaaa${BREAK_HERE}bbbbb`, 8, measure)).toEqual(['aaaaa', 'bbbbb'])
    expect(wrapText('aaaaaaaaaaaa', 8, measure)).toEqual(['aaaaaaaa', 'aaaa'])
  })

  test('an accent stays with its letter', () => {
    const wide = (text: string) => text.length
    expect(wrapText('aaab\u0323c', 4, wide)).toEqual(['aaab\u0323', 'c'])
  })

  test('no line is too wide and no character is lost', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'ş', '-', '/', '😀', BREAK_HERE), maxLength: 25 })
    const texts = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 20 }), (text, width) => {
        const lines = wrapText(text, width, measure)
        for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(width)
        const solid = (value: string) => value.replace(/[ \u200B]/g, '')
        expect(solid(lines.join(''))).toBe(solid(text))
      }),
    )
  })
})
