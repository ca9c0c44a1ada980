import { describe, expect, test } from 'vitest'

import { itemKey, itemSearchText, itemWords, matchRank, usageScore } from '#shared/item/rules.ts'

test('names that differ only in case or outer space are one', () => {
  expect(itemKey(' Fren ışığı ')).toBe(itemKey('FREN IŞIĞI'))
  expect(itemKey('Sil')).not.toBe(itemKey('Sıl'))
})

test('a search text has each word without Turkish marks after a space', () => {
  expect(itemSearchText('Ön/Arka  Şase (Üst) 5W-30')).toBe(' on arka sase ust 5w 30')
  expect(itemSearchText('%_\\')).toBe('')
  expect(itemWords('IŞIK İğne')).toEqual(['isik', 'igne'])
})

describe('the rank of a name', () => {
  test.each([
    ['bal', 'Balata', 0],
    ['bal', 'Arka fren balatası', 1],
    ['fren bal', 'Arka fren balatası', 1],
    ['IŞ', 'Işık ayarı', 0],
    ['is', 'Işık ayarı', 2],
    ['is', 'Ön ışık', 3],
    ['bal fren', 'Arka fren balatası', 4],
  ])('of %j in %j is %i', (typed, name, rank) => {
    expect(matchRank(name, typed)).toBe(rank)
  })
})

test('many uses count more than few, and late ones more than early ones', () => {
  const today = '2026-11-21'
  const score = (uses: number, last_day: string) => usageScore({ uses, last_day }, today)
  expect(score(2, today)).toBe(2)
  expect(score(2, '2026-08-23')).toBe(1)
  expect(score(3, '2026-12-31')).toBe(3)
  expect(score(10, today)).toBeGreaterThan(score(9, today))
  expect(score(30, '2026-11-14')).toBeGreaterThan(score(200, '2024-11-21'))
})
