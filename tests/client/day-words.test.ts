import { describe, expect, test } from 'vitest'

import { parseDaySearch, toDayInput } from '#client/features/cash/day-search.ts'
import {
  differenceWord,
  kindWords,
  longDay,
  openingWords,
  ownDayWords,
  timeWords,
  titleWords,
} from '#client/features/cash/day-words.ts'

const MOVEMENT = {
  source: 'payment',
  kind: 'payment',
  title: 'Elvan Kırçıl',
  kayit_id: 12,
  is_cancelled: false,
  is_reversal: false,
} as const

describe('a movement', () => {
  test.each([
    [{}, 'Elvan Kırçıl', ''],
    [{ title: '' }, 'Kayıt No 12', ''],
    [{ title: '', kayit_id: null }, 'Tahsilat', ''],
    [{ kind: 'refund' }, 'Elvan Kırçıl', 'İade'],
    [{ kind: 'refund', is_reversal: true }, 'Elvan Kırçıl', 'Tahsilat iptali'],
    [{ is_reversal: true }, 'Elvan Kırçıl', 'İade iptali'],
    [{ is_cancelled: true }, 'Elvan Kırçıl', 'İptal edildi'],
    [{ source: 'expense', kind: 'refund', title: 'Çay' }, 'Çay', 'Gider'],
    [{ source: 'expense', kind: 'refund', title: '' }, 'Gider', ''],
    [{ source: 'expense', kind: 'refund', title: 'Çay', is_reversal: true }, 'Çay', 'Gider düzeltmesi'],
  ] as const)('%o is named %s and marked %s', (changes, title, kind) => {
    const movement = { ...MOVEMENT, ...changes }
    expect([titleWords(movement), kindWords(movement)]).toEqual([title, kind])
  })

  test('shows its time in Istanbul, and its date if it was entered before the day of the count', () => {
    const entry = { created_at: '2026-11-19T22:30:00.000Z', day: '2026-11-18' }
    expect(timeWords(entry, '2026-11-20')).toBe('01:30')
    expect(timeWords(entry, '2026-11-22')).toBe('20.11 01:30')
    expect(ownDayWords(entry)).toBe('18.11.2026 tarihli')
    expect(ownDayWords({ ...entry, day: '2026-11-20' })).toBe('')
  })
})

test('a day, its opening and its difference are named', () => {
  expect(longDay('2026-11-20')).toBe('Cuma, 20 Kasım 2026')
  expect(openingWords({ opened_on: '2026-11-19', day: '2026-11-20' })).toBe('Açılış, dün sayılan')
  expect(openingWords({ opened_on: '2026-11-17', day: '2026-11-20' })).toBe('Açılış, 3 gün önce sayılan')
  expect(openingWords({ opened_on: null, day: '2026-11-20' })).toBe('Açılış')
  expect([-1, 0, 1].map(differenceWord)).toEqual(['eksik', '', 'fazla'])
})

test.each([
  ['12', { no: 12 }, { number: 12 }],
  [undefined, {}, {}],
  ['0', {}, {}],
  ['-1', {}, {}],
  ['x', {}, {}],
  ['99999999999', {}, {}],
])('the number %s of an address is read as %o', (no, search, input) => {
  expect(parseDaySearch({ no })).toEqual(search)
  expect(toDayInput(search)).toEqual(input)
})
