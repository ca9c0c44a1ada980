import { describe, expect, test } from 'vitest'

import { returnAddress } from '#client/lib/return-to.ts'

describe('a login leads', () => {
  test('back to the address that was asked for', () => {
    expect(returnAddress({ returnTo: '/oto-servis/books?page=3' })).toBe('/oto-servis/books?page=3')
  })

  test('to the dashboard when nothing was asked for', () => {
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
  ])('nowhere else: %j', (returnTo) => {
    expect(returnAddress({ returnTo })).toBe('/oto-servis/dashboard')
  })
})
