import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import { fontFileOf } from '#server/platform/documents/fonts.ts'
import { BREAK_HERE, printableLine, printableText } from '#server/platform/documents/printable-text.ts'
import { LETTER } from '#server/platform/documents/text-runs.ts'

const line = (text: string, max = 200) => printableLine(text, max)
const text = (value: string, max = 10_000) => printableText(value, max)

describe('printable text', () => {
  test('Turkish letters, punctuation and ₺ stay unchanged', () => {
    const message = 'Çğıöşü ÇĞİÖŞÜ: “şanzıman”, ’nın %20’si — ₺1.234,50…'
    expect(line(message)).toBe(message)
  })

  test('accents are composed, and the i of programs that lower-case İ wrongly is corrected', () => {
    expect(line('S\u0327as\u0327i')).toBe('Şaşi')
    expect(line('i\u0307stanbul')).toBe('istanbul')
  })

  test('control, direction and invisible characters are removed', () => {
    expect(line('a\u0000b\u001B[31mc\u0007')).toBe('ab[31mc')
    expect(line('fatura\u202Efdp.exe\u2066x\u2069\u200F')).toBe('faturafdp.exex')
    expect(line('gö\u00ADrü\u200Bn\uFEFFmez')).toBe('görünmez')
  })

  test('letters of other scripts and emoji stay, without the parts of an emoji that have no sign', () => {
    expect(line('محمد علي')).toBe('محمد علي')
    expect(line('יוסף Иван Ωμέγα გიორგი Հայկ')).toBe('יוסף Иван Ωμέγα გიორგი Հայկ')
    expect(line('Ahmet 👨‍👩‍👧 Usta 👍🏽 ❤️')).toBe('Ahmet 👨👩👧 Usta 👍 ❤')
  })

  test('a non-joiner stays between Arabic letters only', () => {
    expect(line('علی\u200Cرضا')).toBe('علی\u200Cرضا')
    expect(line('Ali\u200Cرضا\u200C')).toBe('Aliرضا')
  })

  test('each letter that no font has becomes one sign, and an accent that no font has is left out', () => {
    expect(line('张伟 Usta')).toBe('◻◻ Usta')
    expect(line('कि')).toBe('◻')
    expect(line('\uD800yarım \uFFFD')).toBe('◻yarım ◻')
    expect(line('ש\u05C1\u0591לום')).toBe('שלום')
  })

  test('a line loses its line breaks, and a text keeps single but not repeated blank lines', () => {
    expect(line(' bir\r\niki\tüç ')).toBe('bir iki üç')
    expect(text('bir\r\niki\u2028üç')).toBe('bir\niki\nüç')
    expect(text('\n\nbir \n \n\n\n iki\n')).toBe('bir\n\niki')
    const lines = text('satır\n'.repeat(400)).split('\n')
    expect(lines).toHaveLength(101)
    expect(lines.join(' ').split(' ')).toHaveLength(400)
  })

  test('long text is cut with an ellipsis, and long words get places to break', () => {
    expect(line('ş'.repeat(300), 20)).toBe(`${'ş'.repeat(19)}…`)
    expect(line('ş'.repeat(20), 20)).toBe('ş'.repeat(20))
    expect(line('x'.repeat(61))).toBe(`${'x'.repeat(30)}${BREAK_HERE}${'x'.repeat(30)}${BREAK_HERE}x`)
    expect(line(`${'x'.repeat(30)} ${'y'.repeat(30)}`)).not.toContain(BREAK_HERE)
  })

  test('a letter keeps at most three accents', () => {
    expect(line(`a${'\u0323'.repeat(500)}b`)).toBe('\u1EA1\u0323\u0323\u0323b')
  })

  test('any text becomes only what the fonts can show', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (input) => {
        const output = text(input, 60)
        const visible = output.replaceAll(/[\u200B\u200C\n]/g, '')
        for (const [letter] of visible.matchAll(LETTER)) {
          expect([fontFileOf(letter, 'regular'), fontFileOf(letter, 'bold')]).not.toContain(undefined)
          expect(letter).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\uFFFD]/u)
        }
        expect(Array.from(output.replaceAll(BREAK_HERE, '')).length).toBeLessThanOrEqual(60)
        expect(text(output, 60)).toBe(output)
      }),
    )
  })

  test('a megabyte of text is cut before it is processed', () => {
    const started = performance.now()
    expect(line('İ'.repeat(1_000_000)).replaceAll(BREAK_HERE, '')).toHaveLength(200)
    expect(performance.now() - started).toBeLessThan(500)
  })
})
