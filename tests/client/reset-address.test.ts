import { describe, expect, test } from 'vitest'

import { isLoopbackHost } from '#client/lib/loopback-host.ts'
import { resetAddress, whatsAppAddress } from '#client/components/reset-address.ts'

const LINK = resetAddress('https://panel.ornek.test', 'x-_9')

test('the token of a link is in its fragment, which is never sent', () => {
  const { hash, pathname, search } = new URL(LINK)
  expect({ hash, pathname, search }).toEqual({ hash: '#x-_9', pathname: '/oto-servis/parola', search: '' })
})

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['192.168.1.20', false],
  ['panel.ornek.test', false],
])('the panel at %s opens only on this computer: %s', (hostname, expected) => {
  expect(isLoopbackHost(hostname)).toBe(expected)
})

describe('the message in WhatsApp', () => {
  const message = { username: 'usta & çırak', address: LINK, until: '25.11.2026 09:00' }

  test.each(['0532 123 45 67', '+90 (532) 123 45 67', '5321234567'])(
    'goes to %s with the whole link',
    (phone) => {
      const { origin, pathname, searchParams, hash } = new URL(whatsAppAddress(phone, message) ?? '')
      expect({ origin, pathname, hash }).toEqual({
        origin: 'https://wa.me',
        pathname: '/905321234567',
        hash: '',
      })
      expect(searchParams.get('text')).toContain(LINK)
      expect(searchParams.get('text')).toContain('usta & çırak')
      expect(searchParams.get('text')).toContain('25.11.2026 09:00')
    },
  )

  test('keeps its order around a user name that is written from right to left', () => {
    const address = whatsAppAddress('0532 123 45 67', { ...message, username: 'محمد' })
    const text = new URL(address ?? '').searchParams.get('text')
    expect(text).toContain('Merhaba, \u2068محمد\u2069 kullanıcısının')
  })

  test.each(['', '0312 123 45 67', '444 12 34', 'dahili 12'])('is not offered for %j', (phone) => {
    expect(whatsAppAddress(phone, message)).toBeNull()
  })
})
