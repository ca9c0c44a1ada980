import { expect, test } from 'vitest'

import { isNewDevice, shortAddress } from '#shared/auth/new-logins.ts'

const now = new Date('2026-11-24T14:05:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const unknown = {
  method: 'password',
  isFirst: false,
  isKnownPlace: false,
  lastOfPrograms: null,
  now,
} as const

test.each([
  ['an unknown browser', unknown, true],
  ['an unknown browser, with a passkey', { ...unknown, method: 'passkey' as const }, true],
  ['the first login of an account', { ...unknown, isFirst: true }, false],
  ['a known browser', { ...unknown, isKnownPlace: true }, false],
  ['a program at an unknown address', { ...unknown, method: 'legacy' as const }, true],
  ['a program at a known address', { ...unknown, method: 'legacy' as const, isKnownPlace: true }, false],
  [
    'a program, an hour after another',
    { ...unknown, method: 'legacy' as const, lastOfPrograms: hoursAgo(1) },
    false,
  ],
  ['a program, a day after', { ...unknown, method: 'legacy' as const, lastOfPrograms: hoursAgo(24) }, true],
  ['a browser, an hour after a program', { ...unknown, lastOfPrograms: hoursAgo(1) }, true],
])('%s: is it news?', (_name, login, expected) => {
  expect(isNewDevice(login)).toBe(expected)
})

test.each([
  ['203.0.113.7', '203.0.113.x'],
  ['2001:db8:1:2::/64', '2001:db8:1::'],
  ['fe80:0:0:0::/64', 'fe80:0:0::'],
  ['unknown', ''],
  ['', ''],
])('%j is shown as %j', (network, expected) => {
  expect(shortAddress(network)).toBe(expected)
})
