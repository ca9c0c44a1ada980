import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import { dialledNumber, formatPhone, isMobile } from '#shared/phone.ts'
import {
  formatPlate,
  isModernVin,
  isTcKimlikNo,
  isTurkishPlate,
  isVergiNo,
  vehicleKey,
} from '#shared/vehicle.ts'

describe('plates', () => {
  test.each([
    ['34abc123', '34 ABC 123'],
    [' 34 - abc.123 ', '34 ABC 123'],
    ['34 abı 12', '34 ABI 12'],
    ['34 abi 12', '34 ABI 12'],
    ['01a1234', '01 A 1234'],
    ['81a12345', '81 A 12345'],
    ['06ab123', '06 AB 123'],
    ['06ab1234', '06 AB 1234'],
    ['35abc12', '35 ABC 12'],
  ])('%j is shown as %j', (typed, shown) => {
    expect(formatPlate(typed)).toBe(shown)
    expect(isTurkishPlate(typed)).toBe(true)
  })

  test.each([
    ['00 ABC 123', '00 ABC 123'],
    ['82abc123', '82ABC123'],
    ['34qab12', '34QAB12'],
    ['34 a 123', '34 A 123'],
    ['34 abc 1234', '34 ABC 1234'],
    ['34 ab 12', '34 AB 12'],
    [' b-mw 123 ', 'B-MW 123'],
    ['34 çab 12', '34 ÇAB 12'],
    ['cc 123', 'CC 123'],
    ['', ''],
  ])('%j is no common Turkish plate and is only upper-cased: %j', (typed, shown) => {
    expect(formatPlate(typed)).toBe(shown)
    expect(isTurkishPlate(typed)).toBe(false)
  })

  test('the pattern of plates is followed, and formatting keeps the plate', () => {
    const pattern = /^(0[1-9]|[1-7]\d|8[01])([A-PR-VYZ]\d{4,5}|[A-PR-VYZ]{2}\d{3,4}|[A-PR-VYZ]{3}\d{2,3})$/
    const letters = fc.string({
      unit: fc.constantFrom(...Array.from('ABIZQWXY')),
      minLength: 0,
      maxLength: 4,
    })
    const digits = (max: number) =>
      fc.string({ unit: fc.constantFrom(...Array.from('0189')), maxLength: max })
    fc.assert(
      fc.property(digits(3), letters, digits(6), (province, letters, number) => {
        const plate = province + letters + number
        expect(isTurkishPlate(plate)).toBe(pattern.test(plate))
        expect(vehicleKey(formatPlate(plate))).toBe(plate)
        expect(formatPlate(formatPlate(plate))).toBe(formatPlate(plate))
      }),
      { numRuns: 2000 },
    )
  })
})

test('the key of a plate or chassis number has upper-case letters and digits only', () => {
  expect(vehicleKey(' 34-abı. 12/')).toBe('34ABI12')
  expect(vehicleKey('wvwzzz1jz xw 000001')).toBe('WVWZZZ1JZXW000001')
  expect(vehicleKey('-')).toBe('')
})

test.each([
  ['WVWZZZ1JZXW000001', true],
  ['wvwzzz1jzxw000001', true],
  ['WVWZZZ1JZXW00000', false],
  ['WVWZZZ1JZXW0000012', false],
  ['WVWZZZ1JZXW00000O', false],
  ['WVWZZZ1JZXW00000I', false],
  ['WVWZZZ1JZXW00000Q', false],
  ['12345', false],
])('the check of chassis number %s for the modern form is %j', (vin, modern) => {
  expect(isModernVin(vin)).toBe(modern)
})

describe('tax numbers', () => {
  test.each(['', '10000000147', '00000000000', '1000000014', '100000001460', '1000000014a', ' 10000000146'])(
    '%j is no national id',
    (text) => {
      expect(isTcKimlikNo(text)).toBe(false)
    },
  )

  test('the example is a national id, and each first nine digits have exactly one valid end', () => {
    expect(isTcKimlikNo('10000000146')).toBe(true)
    expect(isTcKimlikNo('19090909018')).toBe(true)
    fc.assert(
      fc.property(fc.integer({ min: 100_000_000, max: 999_999_999 }), (nine) => {
        const [d1, d2, d3, d4, d5, d6, d7, d8, d9] = Array.from(String(nine), BigInt) as Nine
        const tenth = (((7n * (d1 + d3 + d5 + d7 + d9) - (d2 + d4 + d6 + d8)) % 10n) + 10n) % 10n
        const last = (d1 + d2 + d3 + d4 + d5 + d6 + d7 + d8 + d9 + tenth) % 10n
        const fitting = Array.from({ length: 100 }, (_, end) => `${nine}${String(end).padStart(2, '0')}`)
        expect(fitting.filter(isTcKimlikNo)).toEqual([`${nine}${tenth}${last}`])
      }),
    )
  })

  test.each(['1234567891', '123456789', '12345678900', 'abcdefghij', ''])('%j is no tax number', (text) => {
    expect(isVergiNo(text)).toBe(false)
  })

  test('a tax number keeps its leading zeros, and each first nine digits have exactly one valid end', () => {
    expect(isVergiNo('1234567890')).toBe(true)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (number) => {
        const nine = String(number).padStart(9, '0')
        let sum = 0n
        for (let i = 1; i <= 9; i++) {
          const a = (BigInt(nine.charAt(i - 1)) + 10n - BigInt(i)) % 10n
          sum += a === 9n ? 9n : (a * 2n ** BigInt(10 - i)) % 9n
        }
        const ends = Array.from({ length: 10 }, (_, end) => `${nine}${end}`)
        expect(ends.filter(isVergiNo)).toEqual([`${nine}${(10n - (sum % 10n)) % 10n}`])
      }),
    )
  })
})

type Nine = [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint]

test.each([
  ['05321234567', '0 (532) 123 45 67'],
  ['5321234567', '0 (532) 123 45 67'],
  ['+90 532 123 45 67', '0 (532) 123 45 67'],
  ['90-532-123-4567', '0 (532) 123 45 67'],
  ['0090 (532) 1234567', '0 (532) 123 45 67'],
  ['0 (532) 123 45 67', '0 (532) 123 45 67'],
  ['0212 123 45 67', '0 (212) 123 45 67'],
  ['4441234', '444 12 34'],
  ['+49 30 1234567', '+49 30 1234567'],
  ['0212 123 45 67 / 12', '0212 123 45 67 / 12'],
  ['05321234567 Ali', '05321234567 Ali'],
  ['1234567', '1234567'],
  ['05321234567 05321234568', '05321234567 05321234568'],
  [' 123 ', '123'],
  ['', ''],
])('the phone %j is shown as %j', (typed, shown) => {
  expect(formatPhone(typed)).toBe(shown)
  expect(formatPhone(shown)).toBe(shown)
})

describe('the digits of a phone number', () => {
  const digits = (text: string) => text.replace(/\D/g, '')
  const typed = fc.string({ unit: fc.constantFrom(...Array.from('0123456789 ()+-./')), maxLength: 20 })
  const turkish = fc
    .tuple(
      fc.constantFrom('', '0', '90', '+90', '0090', '+90 (', '0 ('),
      fc.integer({ min: 2_000_000_000, max: 9_999_999_999 }),
    )
    .map(([prefix, number]) => `${prefix}${number}`)

  test('formatting drops only the country code or the trunk prefix', () => {
    const dialled = (text: string) => digits(text).replace(/^(?:0090|90|0)(?=\d{10}$)/, '')
    fc.assert(
      fc.property(fc.oneof(typed, turkish, fc.string()), (text) => {
        const shown = formatPhone(text)
        expect(dialled(shown)).toBe(dialled(text))
        expect(formatPhone(shown)).toBe(shown)
      }),
      { numRuns: 1_000 },
    )
  })

  test('foreign numbers and ones with too many or too few digits stay as typed', () => {
    const foreign = fc
      .tuple(fc.constantFrom('+1', '+49', '+359', '0049', '+994'), fc.integer({ min: 1, max: 9_999_999_999 }))
      .map(([code, number]) => `${code} ${number}`)
    fc.assert(
      fc.property(foreign, (text) => {
        expect(formatPhone(text)).toBe(text)
      }),
    )
  })
})

describe('numbers to dial', () => {
  test.each([
    ['05321234567', '+905321234567', true],
    ['0 (532) 123 45 67', '+905321234567', true],
    ['+90 532 123 45 67', '+905321234567', true],
    ['0312 111 22 33', '+903121112233', false],
    ['4441234', '4441234', false],
    ['+49 151 23456789', '+4915123456789', true],
  ])('%j is dialled as %s', (typed, number, mobile) => {
    const dialled = dialledNumber(typed)
    expect(dialled).toBe(number)
    expect(isMobile(number)).toBe(mobile)
  })

  test.each(['', '12345', '0532 123 45 67 / 0312 111 22 33', '0532 123 45 67 dahili 3', '+90 532', 'yok'])(
    '%j is not dialled',
    (typed) => {
      expect(dialledNumber(typed)).toBe(null)
    },
  )
})

test('texts of 100.000 characters are processed quickly', () => {
  for (const long of ['1'.repeat(100_000), ' '.repeat(100_000), 'a1 '.repeat(33_333), '+(-'.repeat(33_333)]) {
    expect(isTurkishPlate(long) || isModernVin(long) || isTcKimlikNo(long) || isVergiNo(long)).toBe(false)
    expect(formatPhone(long)).toBe(long.trim())
    expect(formatPlate(long)).toHaveLength(long.trim().length)
  }
})
