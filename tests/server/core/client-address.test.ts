import { BlockList } from 'node:net'

import { describe, expect, test } from 'vitest'

import { clientOf } from '#server/core/client-address.ts'

const trusted = new BlockList()
trusted.addAddress('127.0.0.1')
trusted.addSubnet('10.0.0.0', 8)
trusted.addAddress('::1', 'ipv6')

const seen = (peer: string | undefined, forwardedFor?: string, forwardedProto?: string) =>
  clientOf({ peer, forwardedFor, forwardedProto }, trusted)

describe('clientOf', () => {
  test('believes the connection, not the headers of a stranger', () => {
    expect(seen('203.0.113.9', '198.51.100.1', 'https')).toEqual({ address: '203.0.113.9', https: false })
  })

  test('takes the right-most untrusted address of the chain that our proxies made', () => {
    const chain = '1.2.3.4, 198.51.100.1, 10.0.0.7'
    expect(seen('127.0.0.1', chain, 'https')).toEqual({ address: '198.51.100.1', https: true })
  })

  test('passes over what is no address', () => {
    expect(seen('127.0.0.1', '198.51.100.1, unknown, ').address).toBe('198.51.100.1')
  })

  test('is the proxy itself where it names nobody', () => {
    expect(seen('127.0.0.1')).toEqual({ address: '127.0.0.1', https: false })
    expect(seen('127.0.0.1', '10.1.1.1').address).toBe('127.0.0.1')
  })

  test('knows an IPv4 address in its IPv6 clothes', () => {
    expect(seen('::ffff:127.0.0.1', '::ffff:198.51.100.1').address).toBe('198.51.100.1')
  })

  test('knows IPv6', () => {
    expect(seen('::1', '2001:db8::5').address).toBe('2001:db8::5')
  })

  test('of several schemes believes the one that the nearest proxy wrote', () => {
    expect(seen('127.0.0.1', '198.51.100.1', 'https, http').https).toBe(false)
  })

  test('is empty for a request without a connection', () => {
    expect(seen(undefined, '198.51.100.1')).toEqual({ address: '', https: false })
  })
})
