import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import {
  containsPattern,
  foldPlain,
  foldEmail,
  foldName,
  foldUserName,
  foldVehicle,
  foldVehicles,
  lowerTr,
  searchPatterns,
  upperTr,
  upperVehicle,
} from '#shared/turkish.ts'

import { anyCodePoints } from './any-text.ts'

const LOWER = 'abcçdefgğhıijklmnoöpqrsştuüvwxyzâîû'
const UPPER = 'ABCÇDEFGĞHIİJKLMNOÖPQRSŞTUÜVWXYZÂÎÛ'

const words = (letters: string) => fc.string({ unit: fc.constantFrom(...Array.from(letters)), maxLength: 12 })
const marks = words('iIıİcs \u0307\u0323\u0327\u0301\u00ad')
const anyText = fc.oneof(marks, words(`${LOWER}${UPPER} \t%_\\-.'\u0307\u0302`), anyCodePoints)

describe('Turkish case', () => {
  test('every letter of the alphabet is converted both ways', () => {
    expect(lowerTr(UPPER)).toBe(LOWER)
    expect(upperTr(LOWER)).toBe(UPPER)
    expect(lowerTr('IŞIK İNCİ ÇĞÖÜ 12')).toBe('ışık inci çğöü 12')
    expect(upperTr('ışık inci çğöü 12')).toBe('IŞIK İNCİ ÇĞÖÜ 12')
  })

  test('every word is converted letter by letter', () => {
    fc.assert(
      fc.property(words(LOWER), (word) => {
        const capitals = Array.from(word, (letter) => UPPER[LOWER.indexOf(letter)]).join('')
        expect(upperTr(word)).toBe(capitals)
        expect(lowerTr(capitals)).toBe(word)
      }),
    )
  })

  test('letters with separate marks equal the composed ones, and İ as other programs lower it is i', () => {
    expect(lowerTr('I\u0307NCI\u0307 C\u0327AG\u0306')).toBe('inci çağ')
    expect(lowerTr('i\u0307nci')).toBe('inci')
    expect(upperTr('i\u0307nci s\u0327')).toBe('İNCİ Ş')
  })

  test('converting twice changes nothing more', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(lowerTr(lowerTr(text))).toBe(lowerTr(text))
        expect(lowerTr(text)).toBe(lowerTr(text).normalize('NFC'))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('the folding of names for the search', () => {
  test.each([
    ['IŞIK', 'ışık', true],
    ['İNCİ', 'inci', true],
    ['I', 'i', false],
    ['İ', 'ı', false],
    ['  Ali \t\n Veli ', 'ALİ VELİ', true],
    ['Ali\u00a0Veli', 'ali veli', true],
    ['ÇAĞRI', 'cagri', false],
    ['Ali', 'A li', false],
  ])('%j and %j are folded alike: %j', (a, b, same) => {
    expect(foldName(a) === foldName(b)).toBe(same)
  })

  test('folding is stable, and a part of a name folds to a part of the folded name', () => {
    expect(foldName('ΝΙΚΟΣΑ')).toContain(foldName('ΝΙΚΟΣ'))
    const name = words(`${LOWER}${UPPER} %_\\'`)
    fc.assert(
      fc.property(name, name, name, (before, part, after) => {
        expect(foldName(foldName(part))).toBe(foldName(part))
        expect(foldName(before + part + after)).toContain(foldName(part))
      }),
    )
    fc.assert(
      fc.property(anyText, (text) => foldName(foldName(text)) === foldName(text)),
      { numRuns: 1000 },
    )
  })
})

describe('the folding of plates and chassis numbers for the search', () => {
  test('i, ı, İ and I are one letter, and nothing but letters and digits counts', () => {
    for (const text of [
      '34 ABI 12',
      '34abi12',
      '34 abı 12',
      '34ABİ12',
      '3 4 a b i 1 2',
      '34\u00a0abi\u030712',
      '34-AB-I.12',
      '34\u2011abi\u200b/12',
    ]) {
      expect(foldVehicle(text)).toBe('34abi12')
    }
    expect(upperVehicle(' 34 abıi ş')).toBe(' 34 ABII Ş')
  })

  test('folding is stable and does not depend on case or spacing', () => {
    const ascii = 'abcdefghıijklmnopqrstuvwxyz'
    fc.assert(
      fc.property(words(`${ascii}İI0123456789 `), (text) => {
        const folded = foldVehicle(text)
        expect(folded).toMatch(/^[a-z0-9]*$/)
        expect(foldVehicle(folded)).toBe(folded)
        for (const other of [upperTr(text), lowerTr(text), upperVehicle(text), Array.from(text).join(' ')]) {
          expect(foldVehicle(other)).toBe(folded)
        }
      }),
    )
    fc.assert(fc.property(anyText, (text) => foldVehicle(foldVehicle(text)) === foldVehicle(text)))
  })

  test('a query does not match across the end of the plate and the start of the chassis number', () => {
    const stored = foldVehicles('34 ABC 12', 'WVW ZZZ')
    expect(stored).toBe('34abc12 wvwzzz')
    expect(stored).toContain(searchPatterns('abc 12').vehicle)
    expect(stored).not.toContain(searchPatterns('12 WVW').vehicle)
  })
})

describe('the search terms', () => {
  test('a query is folded once for names and once for vehicles', () => {
    expect(searchPatterns(' IŞIK 34 ')).toEqual({
      words: ['ışık', '34'],
      plainWords: ['isik', '34'],
      vehicle: 'işik34',
      vin: '',
      similarVin: '',
      phone: '',
    })
    expect(searchPatterns(' \t ')).toEqual({
      words: [],
      plainWords: [],
      vehicle: '',
      vin: '',
      similarVin: '',
      phone: '',
    })
    expect(searchPatterns(Array.from({ length: 99 }, (_, i) => `x${i}`).join(' ')).words).toHaveLength(10)
  })

  test.each([
    ['532', ''],
    ['5321', '5321'],
    ['0532', '532'],
    ['0532 123 45 67', '5321234567'],
    ['+90 (532) 123-45-67', '5321234567'],
    ['0090 532 123 45 67', '5321234567'],
    ['905321234567', '5321234567'],
    ['9053', '9053'],
    ['+90 532 111', '532111'],
    ['+90 (532) 111', '532111'],
    ['90 532 111', '532111'],
    ['0090 532 111', '532111'],
    ['90 224 11', '9022411'],
    ['+49 170', '49170'],
    ['+90 53', ''],
    ['0090 5', ''],
    ['0905', ''],
    ['34 ABC 1234', ''],
  ])('%j asks for the phone digits %j', (query, phone) => {
    expect(searchPatterns(query).phone).toBe(phone)
  })

  test.each([
    ['Öztürk', 'ozturk'],
    ['IŞIK İnci', 'isik inci'],
    ['Âlî Çağrı', 'ali cagri'],
    ['O\u0308zgu\u0308r', 'ozgur'],
  ])('%j without Turkish marks is %j', (name, plain) => {
    expect(foldPlain(name)).toBe(plain)
  })

  test('wildcards and escapes of LIKE are removed from stored and searched text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(foldName(text) + foldVehicle(text) + foldVehicles(text, text)).not.toMatch(/[%_\\]/)
      }),
    )
    expect(foldName('%50')).not.toBe(foldName('50'))
    expect(new Set(['%', '_', '\\', ''].map(foldName)).size).toBe(4)
    expect(containsPattern(foldName('50%'))).toMatch(/^%50[^%_\\]%$/)
  })
})

describe('the folding of user names and e-mail addresses', () => {
  test.each([
    ['admin', 'ADMİN'],
    ['admin', 'ADMIN'],
    ['admin', 'admın'],
    ['admin', ' Admi\u0307n '],
    ['admin', 'ａｄｍｉｎ'],
    ['admin', 'ad\u200bmin'],
    ['admin', 'ad\u00admin'],
    ['ışık', 'İŞİK'],
    ['\u00ee', 'i\u0307\u0302'],
    ['ali veli', 'Ali \u00a0Veli'],
  ])('%j and %j are the same account', (a, b) => {
    expect(foldUserName(a)).toBe(foldUserName(b))
    expect(foldEmail(`${a}@x.com`)).toBe(foldEmail(`${b.trim()}@X.COM`))
  })

  test('different names stay different', () => {
    expect(new Set(['ali', 'ali1', 'a li', 'âli', 'çali', 'cali'].map(foldUserName)).size).toBe(6)
  })

  test('folding is stable for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(foldUserName(foldUserName(text))).toBe(foldUserName(text))
      }),
      { numRuns: 3000 },
    )
  })
})
