import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import { hasGlyph } from '#server/platform/documents/fonts.ts'
import { BREAK_HERE, printableLine, printableText } from '#server/platform/documents/printable-text.ts'

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

  test('each character that the fonts lack becomes one sign, however many code points it has', () => {
    expect(line('Ahmet 👨‍👩‍👧 Usta')).toBe('Ahmet \uFFFD Usta')
    expect(line('محمد')).toBe('\uFFFD\uFFFD\uFFFD\uFFFD')
    expect(line('Иван Ωμέγα')).toBe('Иван Ωμέγα')
    expect(line('\uD800yarım')).toBe('\uFFFDyarım')
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
        for (const character of output.replaceAll(BREAK_HERE, '').replaceAll('\n', '')) {
          expect(hasGlyph(character.codePointAt(0) ?? 0)).toBe(true)
          expect(character).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
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
