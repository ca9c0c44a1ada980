import { expect, test } from 'vitest'

import { passkeyOriginOf } from '#server/http/passkey-origin.ts'

test.each([
  ['https://panel.ornek.test', true, 'https://panel.ornek.test'],
  ['https://panel.ornek.test:8443', true, 'https://panel.ornek.test:8443'],
  ['http://panel.ornek.test', true, null],
  ['https://192.168.1.5', true, null],
  ['https://[2001:db8::1]', true, null],
  ['http://localhost:3000', false, 'http://localhost:3000'],
  ['http://127.0.0.1:3000', false, null],
  ['http://192.168.1.5:3000', false, null],
  // Anybody can send a name.
  ['https://panel.ornek.test', false, null],
  ['http://localhost.ornek.test', false, null],
  ['http://', false, null],
])('%s (configured: %s): %s', (origin, isConfigured, expected) => {
  expect(passkeyOriginOf(origin, { isConfigured })).toBe(expected)
})
