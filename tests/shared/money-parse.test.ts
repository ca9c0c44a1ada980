import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import { formatAmountInput, formatTL, toKurus } from '#shared/money.ts'
import { type AmountSource, parseDecimal } from '#shared/money-parse.ts'

const SAFE = { min: -(10 ** 14), max: 10 ** 14 }

function kurus(value: string | number, source: AmountSource): number | null {
  const decimal = parseDecimal(value, source)
  return decimal === null ? null : toKurus(decimal)
}

describe('reading an amount', () => {
  // The columns are the text, the kuruş in the API, and the kuruş in a form.
  test.each([
    ['12,50', 1250, 1250],
    ['12.50', 1250, 1250],
    ['1.250,75', 125_075, 125_075],
    ['1,250.75', 125_075, 125_075],
    ['1.250.000', 125_000_000, 125_000_000],
    ['1,250,000', 125_000_000, 125_000_000],
    ['1.250.000,5', 125_000_050, 125_000_050],
    ['1.250', 125, 125_000],
    ['999.999', 100_000, 99_999_900],
    ['1,250', 125, 125],
    ['0.250', 25, 25],
    ['1250.500', 125_050, 125_050],
    ['1.2500', 125, 125],
    ['12', 1200, 1200],
    ['0', 0, 0],
    ['007', 700, 700],
    ['.5', 50, 50],
    ['5,', 500, 500],
    [' 12,50\n', 1250, 1250],
    ['-12,5', -1250, -1250],
    ['\u221212,5', -1250, -1250],
    ['₺1.250,50', 125_050, 125_050],
    ['12 TL', 1200, 1200],
    ['-₺12,35', -1235, -1235],
    ['999.999.999,99', 99_999_999_999, 99_999_999_999],
    ['0,005', 1, 1],
    ['0,0049999', 0, 0],
    ['-0,005', -1, -1],
  ])('%j is read as an amount', (text, wire, form) => {
    expect(kurus(text, 'wire')).toBe(wire)
    expect(kurus(text, 'form')).toBe(form)
  })

  test.each(
    [
      '',
      ' ',
      '.',
      ',',
      '-',
      '--5',
      '-\u22125',
      '+5',
      'abc',
      '12a',
      '0x10',
      '1e5',
      '1_000',
      '1 25',
      '12 50',
      '1 250 00',
      '0 250',
      "1 250'000",
      '1.250 000,5',
      '1 250,5 0',
      "'1250'",
      '12,5,-',
      ',-',
      '5-',
      '5,-,-',
      '12 lira',
      '€ $5',
      '5 ₺ $',
      '5 EUR',
      '1 250 ,50',
    ].concat(
      [
        '1.25.0',
        '1.250.00',
        '12.50.000',
        '1234.567.890',
        '0.250.000',
        '1,25,0.5',
        '1.250,000.50',
        '1.250,000.500',
        '1..2',
        '1.,2',
      ],
      [
        '1.250,75,1',
        'NaN',
        'Infinity',
        '٣',
        '１２',
        '12\u00005',
        '₺',
        'TL',
        '9'.repeat(400),
        `${' '.repeat(40)}1`,
      ],
    ),
  )('%j is no amount', (text) => {
    expect(parseDecimal(text, 'wire')).toBeNull()
    expect(parseDecimal(text, 'form')).toBeNull()
  })

  test.each([
    [12.5, 1250],
    [100.05, 10_005],
    [1.005, 101],
    [0.1 + 0.2, 30],
    [1e5, 10_000_000],
    [5e-7, 0],
    [-0, 0],
    [-2.675, -268],
    [9e13, 9_000_000_000_000_000],
    [1e21, null],
    [1e300, null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
  ])('the JSON number %d is %j kuruş', (value, expected) => {
    expect(kurus(value, 'wire')).toBe(expected)
  })

  test('any number is read by its shortest decimal text', () => {
    fc.assert(
      fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (value) => {
        const decimal = parseDecimal(value, 'wire')
        expect(Number(`${decimal?.digits}e-${decimal?.scale}`)).toBe(value === 0 ? 0 : value)
      }),
    )
  })

  test('an amount as shown can be read back by a form', () => {
    fc.assert(
      fc.property(fc.integer(SAFE), (value) => {
        expect(kurus(formatAmountInput(value), 'form')).toBe(value)
        expect(kurus(formatTL(value), 'form')).toBe(value)
        expect(kurus(formatAmountInput(value), 'wire')).toBe(value)
      }),
    )
  })

  test('both decimal signs and every grouping give the same amount, in the API and in a form', () => {
    const sources = fc.constantFrom<AmountSource>('wire', 'form')
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 14n),
        fc.integer({ min: 1, max: 2 }),
        sources,
        (digits, scale, source) => {
          const text = String(digits).padStart(scale + 1, '0')
          const [whole, fraction] = [text.slice(0, -scale), text.slice(-scale)]
          const expected = Number(digits) * 10 ** (2 - scale)
          const spellings = [
            ['.', ','],
            [',', '.'],
            ['', '.'],
            ['', ','],
          ] as const
          for (const [group, point] of spellings) {
            const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group)
            expect(kurus(`${grouped}${point}${fraction}`, source)).toBe(expected)
          }
        },
      ),
    )
  })

  test('a dot before exactly three digits groups in a form and is decimal in the API', () => {
    const three = fc.integer({ min: 0, max: 999 }).map((n) => String(n).padStart(3, '0'))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), three, (head, tail) => {
        expect(kurus(`${head}.${tail}`, 'form')).toBe(Number(`${head}${tail}00`))
        const thousandths = BigInt(`${head}${tail}`)
        expect(kurus(`${head}.${tail}`, 'wire')).toBe(Number((thousandths + 5n) / 10n))
      }),
    )
  })

  test('an accepted text holds the typed digits in order', () => {
    const noise = fc.string({
      unit: fc.constantFrom(...Array.from("0123456789.,-−\u2011₺€ TLe_x+'\t\u00a0")),
      maxLength: 45,
    })
    fc.assert(
      fc.property(noise, fc.constantFrom<AmountSource>('wire', 'form'), (text, source) => {
        const decimal = parseDecimal(text, source)
        if (decimal === null) return
        const typed = BigInt(text.replace(/\D/g, ''))
        expect(decimal.digits < 0n ? -decimal.digits : decimal.digits).toBe(typed)
        expect(text.trim()).toMatch(/^[-−\u2011]?[₺€TL\s]*[\d.,\s']+([.,]\s*[-−\u2011]+)?[₺€TL\s]*$/u)
      }),
      { numRuns: 2000 },
    )
  })

  test('long input is refused by its length, before it is parsed', () => {
    for (const text of ['9'.repeat(100_000), '1.'.repeat(50_000), ' '.repeat(100_000), '.,'.repeat(50_000)]) {
      expect(parseDecimal(text, 'form')).toBeNull()
    }
  })
})
