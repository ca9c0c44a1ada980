import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import { customerKeys } from '#shared/customer/rules.ts'
import { itemKey } from '#shared/item/rules.ts'
import { hasIncome, isCompleted, isOpenWork, kayitProblem, statusOf } from '#shared/kayit/rules.ts'
import { dialledNumber, formatPhone, phoneDigits, phoneKey, phoneTerm, phoneQuery } from '#shared/phone.ts'
import { cleanText, isBlank, sameLook } from '#shared/text.ts'
import {
  foldName,
  foldVehicle,
  highlightPhoneRanges,
  highlightSimilarRanges,
  highlightVehicleRanges,
  highlightWordRanges,
  searchPatterns,
  storedSortKey,
} from '#shared/turkish.ts'
import { vehicleKeys } from '#shared/vehicle/rules.ts'
import { FOREIGN_PHONES, ITEMS, NAMES, PHONES, PLATES, VINS } from '#tests/support/rows/look-alikes.ts'

test('the corpus has at least 300 spellings, none of them twice', () => {
  const all = [...PHONES, ...FOREIGN_PHONES, ...NAMES, ...PLATES, ...ITEMS, ...VINS]
  expect(new Set(all).size).toBeGreaterThan(300)
})

const only = <T>(values: readonly T[]): T[] => [...new Set(values)]

describe('phone numbers', () => {
  test('every spelling of a number has one key, is dialled alike and found by every other', () => {
    expect(only(PHONES.map(phoneKey))).toEqual(['+905321112233'])
    expect(only(PHONES.map(dialledNumber))).toEqual(['+905321112233'])
    expect(only(PHONES.map(formatPhone))).toEqual(['0 (532) 111 22 33'])
    expect(only(PHONES.map(phoneTerm))).toEqual(['5321112233'])
    for (const text of PHONES) expect(phoneDigits(text)).toContain('5321112233')
  })

  test('a number with + is the same as with 00, and (0) after the country is not dialled', () => {
    expect(only(FOREIGN_PHONES.map(phoneKey))).toEqual(['+491701234567'])
    expect(only(FOREIGN_PHONES.map(phoneTerm))).toEqual(['491701234567'])
    expect(only(FOREIGN_PHONES.map(phoneDigits))).toEqual(['491701234567'])
  })

  test.each([
    ['0532 111 22 33', '0532 111 22 34'],
    ['0532 111 22 33', '+49 532 111 22 33'],
    ['+49 170 1234567', '+43 170 1234567'],
    ['0532 111 22 33', '0532 111 22 33 / 0533 111 22 33'],
    ['444 12 34', '0444 12 34'],
  ])('%j and %j are two numbers', (a, b) => {
    expect(phoneKey(a)).not.toBe(phoneKey(b))
  })

  test.each([
    ['+44 (0) 20 7946 0958', '+442079460958'],
    ['+44 (020) 7946 0958', '+442079460958'],
    ['(+1) 212 555 0199', '+12125550199'],
    ['(+357) 99 123456', '+35799123456'],
    ['+7 (0) 495 123-45-67', '+74951234567'],
    ['+90 444 12 34', '4441234'],
    ['0090 444 1234', '4441234'],
    ['+39 06 1234 5678', '+390612345678'],
    ['+390612345678', '+390612345678'],
    ['Tel. +49 170 1234567', '+491701234567'],
    ['Tel: (0049) 0170 1234567', '+491701234567'],
  ])('%j is known as %j', (text, key) => {
    expect(phoneKey(text)).toBe(key)
  })

  test.each([
    '"0532 111 22 33"',
    'Tel: 0532 111 22 33',
    'Cep Tel.: 0532 111 22 33',
    'Tel. +90 532 111 22 33',
    '0532·111·22·33',
    '0532_111_22_33',
    '0532,1112233',
    '０５３２ １１１ ２２ ３３',
  ])('%j searches for its number', (query) => {
    expect(phoneTerm(query)).toBe('5321112233')
  })

  test.each(['ahmet 0532 111 22 33', '%1234', '#1234', '34 ABC 1234', '- -', 'Tel:'])(
    '%j is no search for a phone',
    (query) => {
      expect(phoneQuery(query)).toBe('')
    },
  )

  test('a found number is marked whatever stands in it', () => {
    const marked = (text: string, query: string) =>
      highlightPhoneRanges(text, query).map(([from, to]) => text.slice(from, to))
    for (const query of ['+49 170 1234567', '0049 170 123', '+49 (0)170 1234567'])
      expect(marked('+49 (0)170 1234567', query)).toEqual([expect.stringMatching(/^49 \(0\)170 123/)])
    expect(marked('+90 (0) 532 111 22 33', '0532 111 22 33')).toEqual(['532 111 22 33'])
    expect(marked('0049 0170 1234567', '+49 170 1')).toEqual(['49 0170 1'])
    expect(marked('0532 000 (0) 33', '2000033')).toEqual(['2 000 (0) 33'])
    expect(marked('０５３２ １１１', '0532 111')).toEqual(['５３２ １１１'])
  })

  test('a number among words is known by its number, other digits by themselves', () => {
    expect(phoneKey('Ev: 0532 111 22 33')).toBe('+905321112233')
    expect(dialledNumber('Ev: 0532 111 22 33')).toBeNull()
    expect(phoneKey('dahili 12')).toBe('12')
    expect(phoneKey('yok')).toBe('')
  })
})

test('a word without letters or digits does not count among others', () => {
  expect(searchPatterns('34 - abc – yılmaz .').words).toEqual(['34', 'abc', 'yılmaz'])
  expect(searchPatterns('%').words).toEqual([foldName('%')])
})

describe('names', () => {
  test('every spelling of a name has one key and finds every other', () => {
    const keys = NAMES.map((name) => customerKeys({ name, phone: '', tax_no: '' }).name_key)
    expect(only(keys)).toEqual(["şükrü d'angelo-yılmaz"])
    expect(only(NAMES.map(storedSortKey))).toHaveLength(1)
    for (const name of NAMES) expect(searchPatterns(name).words).toEqual(['şükrü', "d'angelo-yılmaz"])
  })

  test('the hits of a search are marked in every spelling', () => {
    for (const name of NAMES) {
      const marked = highlightWordRanges(name, 'd’angelo').map(([from, to]) => name.slice(from, to))
      expect(marked.map(foldName)).toEqual(["d'angelo"])
      expect(highlightSimilarRanges(name, 'sukru')).toHaveLength(1)
    }
  })

  test.each([
    ['Ali Veli', 'AliVeli'],
    ['Işık', 'Isik'],
    ["D'Angelo", 'DAngelo'],
  ])('%j and %j are two names', (a, b) => {
    expect(foldName(a)).not.toBe(foldName(b))
  })

  test.each(['\u200b', ' \u200b\u00a0', '\u00ad', '\u202a\u202c', '\u3164', '\u2800', ''])(
    '%j is empty',
    (text) => {
      expect(isBlank(text)).toBe(true)
      expect(cleanText(text)).toBe('')
      const named = { musteri_adi_soyadi: 'Ali', plaka: '34 ABC 123', sasi_no: '' }
      expect(kayitProblem({ ...named, musteri_adi_soyadi: text })?.field).toBe('musteri_adi_soyadi')
      expect(kayitProblem({ ...named, plaka: text })?.field).toBe('plaka')
      expect(kayitProblem(named)).toBeNull()
    },
  )

  test('invisible signs inside, and how a text was composed, change neither its look nor its key', () => {
    const invisible = fc.constantFrom('\u00ad', '\u200b', '\u200d', '\u202e', '\u2060', '\ufeff')
    const letters = fc.string({ unit: fc.constantFrom(...Array.from("aIıİiçÇşÖü9 -'")), maxLength: 12 })
    fc.assert(
      fc.property(letters, invisible, fc.nat(12), (text, sign, at) => {
        const other = `${text.slice(0, at)}${sign}${text.slice(at)}`.normalize('NFD')
        expect(sameLook(other)).toBe(sameLook(text))
        expect([foldName(other), foldVehicle(other), itemKey(other), storedSortKey(other)]).toEqual([
          foldName(text),
          foldVehicle(text),
          itemKey(text),
          storedSortKey(text),
        ])
      }),
    )
  })
})

describe('plates and chassis numbers', () => {
  test('every spelling of a plate has one key, finds every other and is marked', () => {
    expect(only(PLATES.map((plate) => vehicleKeys({ plate, vin: '' }).plate_key))).toEqual(['34IST123'])
    expect(only(PLATES.map((plate) => searchPatterns(plate).vehicle))).toEqual(['34ist123'])
    for (const plate of PLATES) expect(highlightVehicleRanges(plate, '34-ist/123')).toHaveLength(1)
  })

  test.each(['PLAKASIZ', 'PLAKASIZ²', 'Ⅻ', 'MİSAFİR', 'yok', '-', '', 'ABC'])('%j names no car', (text) => {
    expect(vehicleKeys({ plate: text, vin: text })).toEqual({ plate_key: '', vin_key: '' })
  })

  test('letters that a chassis number cannot have are read as the digits that they look like', () => {
    expect(only(VINS.map((vin) => vehicleKeys({ plate: '', vin }).vin_key))).toEqual(['WVWZZZ1JZXW000001'])
    expect(vehicleKeys({ plate: '34 OI 1234', vin: '' }).plate_key).toBe('34OI1234')
  })

  test.each([
    ['DFOOO161', 'df000161', 'df000161'],
    ['5ODFOOO1', '', '50df0001'],
    ['OOO161', '', '000161'],
    ['34 OOO 161', '', '34000161'],
    ['34 ABC I23', '', '34abc123'],
    ['WBA3A5C50DF000161', '', ''],
    ['oto', '', ''],
    ['I6', '', ''],
  ])('%j may be the chassis number’s part %j, or seem to be %j', (query, vin, similarVin) => {
    expect(searchPatterns(query)).toMatchObject({ vin, similarVin })
  })

  test.each([
    ['WBA3A5C50DF000161', 'WBA3A5C5ODFOOO161', 'WBA3A5C50DF000161'],
    ['WBA3A5C5ODFOOOI6I', 'odf000161', 'ODFOOOI6I'],
    ['WBA3A5C50DF000161', 'ooo1', '0001'],
  ])('in the chassis number %j the query %j is marked', (vin, query, hit) => {
    expect(highlightVehicleRanges(vin, query).map(([from, to]) => vin.slice(from, to))).toEqual([hit])
  })
})

test('every spelling of a work item has one key', () => {
  expect(only(ITEMS.map(itemKey))).toEqual(['FREN BALATASI'])
})

describe('statuses', () => {
  test.each(['İptal', 'İPTAL', 'iptal', ' i\u0307ptal ', 'İp\u00adtal'])('%j is cancelled', (durum) => {
    expect(hasIncome({ durum })).toBe(false)
    expect(statusOf(durum)).toBe('İptal')
  })

  test.each(['IPTAL', 'İptal edildi', 'Beklemede', ''])('%j is not', (durum) => {
    expect(hasIncome({ durum })).toBe(true)
    expect(statusOf(durum)).toBe(durum)
  })

  test('completed and open work are recognised in any case', () => {
    expect(['TAMAMLANDI', 'tamamlandı', 'Tamamlandı'].every((durum) => isCompleted({ durum }))).toBe(true)
    expect(isCompleted({ durum: 'TAMAMLANDİ' })).toBe(false)
    expect(isOpenWork({ durum: 'DEVAM EDİYOR', cikis_tarihi: '2026-11-01' })).toBe(true)
    expect(isOpenWork({ durum: 'TAMAMLANDI', cikis_tarihi: '2026-11-01' })).toBe(false)
  })
})
