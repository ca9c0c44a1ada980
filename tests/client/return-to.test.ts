import { describe, expect, test } from 'vitest'

import { returnAddress } from '#client/lib/return-to.ts'

describe('the address after a login', () => {
  test('a login leads back to the requested address', () => {
    expect(returnAddress({ returnTo: '/oto-servis/books?page=3' })).toBe('/oto-servis/books?page=3')
  })

  test('a login without a requested address leads to the dashboard', () => {
    expect(returnAddress({})).toBe('/oto-servis/dashboard')
  })

  test.each([
    'https://evil.test/oto-servis/',
    '//evil.test/oto-servis/',
    '/\\evil.test',
    '/oto-servis.evil.test/',
    'javascript:alert(1)',
    '/baska/yer',
    '',
  ])('a login does not lead to %j', (returnTo) => {
    expect(returnAddress({ returnTo })).toBe('/oto-servis/dashboard')
  })
})
