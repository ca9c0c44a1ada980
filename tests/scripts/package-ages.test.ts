import { expect, test } from 'vitest'

import { judge } from '#scripts/package-ages.ts'

const now = Date.parse('2026-11-24')
const told = { 'dist-tags': { latest: '2.0.0' }, time: { '2.0.0': '2026-05-01T10:00:00Z' } }

test.each([
  { name: 'current', answer: told, expected: { released: '2026-05-01', isGivenUp: false, note: '' } },
  { name: 'behind', installed: '1.9.0', answer: told, expected: { note: 'newer' } },
  { name: 'given up', answer: { ...told, deprecated: 'use another' }, expected: { note: 'GIVEN UP' } },
  { name: 'not given up', answer: { ...told, deprecated: false }, expected: { isGivenUp: false, note: '' } },
  {
    name: 'quiet',
    answer: { ...told, time: { '2.0.0': '2023-01-01T00:00:00Z' } },
    expected: { note: 'quiet' },
  },
  { name: 'unknown to the registry', answer: {}, expected: { newest: '2.0.0', released: '?', note: '' } },
])('a package that is $name', ({ installed = '2.0.0', answer, expected }) => {
  expect(judge(installed, answer, now)).toMatchObject(expected)
})
