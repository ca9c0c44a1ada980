import { BlockList } from 'node:net'

import { describe, expect, test } from 'vitest'

import { clientOf } from '#server/platform/http/client-address.ts'

const trusted = new BlockList()
trusted.addAddress('127.0.0.1')
trusted.addSubnet('10.0.0.0', 8)
trusted.addAddress('::1', 'ipv6')

const seen = (peer: string | undefined, forwardedFor?: string, forwardedProto?: string) =>
  clientOf({ peer, forwardedFor, forwardedProto }, trusted)

describe('clientOf', () => {
  test('the address of the connection counts when no proxy is trusted, not the headers', () => {
    expect(seen('203.0.113.9', '198.51.100.1', 'https')).toEqual({ address: '203.0.113.9', https: false })
  })

  test('the right-most untrusted address of the chain of proxies counts', () => {
    const chain = '1.2.3.4, 198.51.100.1, 10.0.0.7'
    expect(seen('127.0.0.1', chain, 'https')).toEqual({ address: '198.51.100.1', https: true })
  })

  test.each([
    ['198.51.100.1, unknown'],
    ['198.51.100.1, '],
    ['198.51.100.1,,'],
    ['198.51.100.1, _gizli'],
    ['198.51.100.1, 198.51.100.2:port'],
    ['198.51.100.1, 198.51.100.256'],
    ['198.51.100.1, [2001:db8::1'],
    ['198.51.100.1, [198.51.100.2'],
    ['198.51.100.1, "198.51.100.2'],
    ['198.51.100.1, for=198.51.100.2'],
    ['198.51.100.1, 198.51.100.2 198.51.100.3'],
  ])('addresses left of an unreadable one are ignored: %j', (chain) => {
    expect(seen('127.0.0.1', chain).address).toBe('127.0.0.1')
    expect(seen('127.0.0.1', `${chain}, 10.0.0.7`).address).toBe('10.0.0.7')
    expect(seen('127.0.0.1', `${chain}, 203.0.113.9`).address).toBe('203.0.113.9')
  })

  test.each([
    ['203.0.113.9:4711', '203.0.113.9'],
    ['"203.0.113.9:4711"', '203.0.113.9'],
    [' 203.0.113.9 ', '203.0.113.9'],
    ['2001:db8::5', '2001:db8::5'],
    ['[2001:db8::5]', '2001:db8::5'],
    ['[2001:db8::5]:4711', '2001:db8::5'],
    ['"[2001:db8::5]:4711"', '2001:db8::5'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['[::ffff:203.0.113.9]:4711', '203.0.113.9'],
  ])('%s is read', (entry, address) => {
    expect(seen('127.0.0.1', `198.51.100.1, ${entry}`).address).toBe(address)
    expect(seen('127.0.0.1', `${entry}, 10.0.0.7:80, [::1]:80, ::ffff:a00:8`).address).toBe(address)
  })

  test('the address of the proxy counts when it names no client', () => {
    expect(seen('127.0.0.1')).toEqual({ address: '127.0.0.1', https: false })
    expect(seen('127.0.0.1', '').address).toBe('127.0.0.1')
  })

  test('the farthest address counts when the whole chain is of proxies: people sit next to them', () => {
    expect(seen('127.0.0.1', '10.1.1.1, 10.0.0.7').address).toBe('10.1.1.1')
  })

  test('an IPv4-mapped IPv6 address is read as IPv4', () => {
    expect(seen('::ffff:127.0.0.1', '::ffff:198.51.100.1').address).toBe('198.51.100.1')
  })

  test('IPv6 addresses are read', () => {
    expect(seen('::1', '2001:db8::5').address).toBe('2001:db8::5')
  })

  test('the scheme that the nearest proxy wrote counts', () => {
    expect(seen('127.0.0.1', '198.51.100.1', 'https, http').https).toBe(false)
  })

  test('a request without a connection has an empty address', () => {
    expect(seen(undefined, '198.51.100.1')).toEqual({ address: '', https: false })
  })
})
