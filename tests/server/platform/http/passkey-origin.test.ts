import { expect, test } from 'vitest'

import { passkeyOriginOf } from '#server/platform/http/passkey-origin.ts'

test.each([
  ['https://panel.ornek.test', true, 'https://panel.ornek.test'],
  ['https://panel.ornek.test:8443', true, 'https://panel.ornek.test:8443'],
  ['http://panel.ornek.test', true, null],
  ['https://192.168.1.5', true, null],
  ['https://[2001:db8::1]', true, null],
  ['http://localhost:3000', false, 'http://localhost:3000'],
  // This origin is configured, as behind a proxy or a container's mapped port.
  ['http://localhost:8080', true, 'http://localhost:8080'],
  // These origins belong to other programs of the machine.
  ['http://localhost:3001', false, null],
  ['http://localhost', false, null],
  ['https://localhost', false, null],
  ['http://127.0.0.1:3000', false, null],
  ['http://192.168.1.5:3000', false, null],
  // Any caller can send a name.
  ['https://panel.ornek.test', false, null],
  ['http://localhost.ornek.test', false, null],
  ['http://', false, null],
])('%s (configured: %s): %s', (origin, isConfigured, expected) => {
  expect(passkeyOriginOf(origin, { isConfigured, port: 3000 })).toBe(expected)
})

test.each([
  ['http://localhost', 80, 'http://localhost'],
  ['http://localhost', 443, null],
  // A Unix socket has no port.
  ['http://localhost', undefined, null],
])('%s at port %s: %s', (origin, port, expected) => {
  expect(passkeyOriginOf(origin, { isConfigured: false, port })).toBe(expected)
})
