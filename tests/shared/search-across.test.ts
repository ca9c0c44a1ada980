import { describe, expect, test } from 'vitest'

import { ACROSS, matchesAcross, type RowTexts } from '#shared/search/across.ts'

const HASAN: RowTexts = {
  name: 'Hasan Öztürk',
  vehicles: ['43 BR 920', 'WVWZZZ1JZ3W386752'],
  phone: '0 (532) 123 45 67',
  isSimilar: false,
}

describe('words in different texts of a row', () => {
  test.each([
    ['43 br 920 hasan', true],
    ['hasan 43br920', true],
    ['hasan 386752', true],
    ['hasan 4567', true],
    ['hasan 0532 123 45 67', true],
    ['0532 123 45 67 920', true],
    ['43 br 920 hasan öztürk', true],
    // One text has the whole query.
    ['43 br 920', false],
    ['öztürk hasan', false],
    ['0532 123', false],
    // A word is missing, or there is only one.
    ['43 br 920 ali', false],
    ['hasan 535', false],
    ['hasan', false],
    ['', false],
    // Without their marks, words match only in similar rows.
    ['43 br 920 ozturk', false],
  ])('%j is across the texts: %o', (query, expected) => {
    expect(matchesAcross(query, HASAN)).toBe(expected)
  })

  test('a similar row matches without Turkish marks', () => {
    expect(matchesAcross('43 br 920 ozturk', { ...HASAN, isSimilar: true })).toBe(true)
    expect(matchesAcross('hasan ozturk', { ...HASAN, isSimilar: true })).toBe(false)
  })
})

const marked = (text: string, ranges: [number, number][]) =>
  ranges.map(([start, end]) => text.slice(start, end))

describe('the hits of words in one text of a row', () => {
  test.each([
    ['43 BR 920', '43 br 920 hasan', ['43', 'BR', '920']],
    ['43 BR 920', 'hasan 43br920', ['43 BR 920']],
    ['WVWZZZ1JZ3W386752', 'hasan 386752', ['386752']],
    ['43 BR 920', 'hasan', []],
  ])('in the plate or chassis number %j for the query %j', (text, query, expected) => {
    expect(marked(text, ACROSS.vehicle(text, query))).toEqual(expected)
  })

  test.each([
    ['hasan 4567', ['45 67']],
    ['hasan 0532 123 45 67', ['532) 123 45 67']],
    ['0532 123 45 67 920', ['532) 123 45 67']],
    ['hasan 43 br 920', []],
  ])('in a phone for the query %j', (query, expected) => {
    const text = '0 (532) 123 45 67'
    expect(marked(text, ACROSS.phone(text, query))).toEqual(expected)
  })
})
