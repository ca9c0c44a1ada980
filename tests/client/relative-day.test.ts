import { expect, test } from 'vitest'

import { longAgo, relativeDay } from '#client/lib/format.ts'

test.each([
  ['2026-11-21', 'bugün'],
  ['2026-11-20', 'dün'],
  ['2026-11-16', '5 gün önce'],
  ['2026-11-22', 'yarın'],
  ['2026-10-22', '30 gün önce'],
  ['2026-10-21', '21.10.2026'],
] as const)('%s is %s', (day, words) => {
  expect(relativeDay(day, '2026-11-21')).toBe(words)
})

test.each([
  ['2026-11-21', 'bugün'],
  ['2026-10-22', '30 gün önce'],
  ['2026-10-21', 'geçen ay'],
  ['2026-02-02', '9 ay önce'],
  ['2025-11-23', '11 ay önce'],
  ['2025-11-21', 'geçen yıl'],
  ['2024-08-21', '2 yıl önce'],
] as const)('%s was %s', (day, words) => {
  expect(longAgo(day, '2026-11-21')).toBe(words)
})
