import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP, isIPv6 } from 'node:net'

type ConnectionFacts = {
  /** The address at the other end of the connection. */
  peer: string | undefined
  forwardedFor: string | undefined
  forwardedProto: string | undefined
}

/** Returns an address without the '::ffff:' that IPv4 addresses have on a socket for both versions. */
export function plainAddress(address: string): string {
  const dotted = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const [, high = '', low = ''] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address) ?? []
  if (high === '') return dotted
  const [upper, lower] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [upper >> 8, upper & 255, lower >> 8, lower & 255].join('.')
}

/**
 * The address in one entry of `X-Forwarded-For`, which proxies write as '192.0.2.1', '192.0.2.1:4711',
 * '2001:db8::1', '[2001:db8::1]:4711', and in quotes; `null` for anything else ('unknown').
 */
function readEntry(entry: string): string | null {
  const bare = entry.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed, dotted] = /^(?:\[(.*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/.exec(bare) ?? []
  const address = bracketed ?? dotted ?? bare
  return isIP(address) === 0 ? null : plainAddress(address)
}

/** Returns whether the address is a trusted proxy's; false without an address. */
export function isTrustedProxy(address: string, trusted: BlockList): boolean {
  const version = isIP(address)
  return version !== 0 && trusted.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Returns the client's address and scheme. Forwarded headers count only from trusted proxies. The chain is read from
 * the right as long as each hop is a trusted proxy and parses, because the caller can forge everything left of that.
 */
export function clientOf(seen: ConnectionFacts, trusted: BlockList): { address: string; https: boolean } {
  let address = plainAddress(seen.peer ?? '')
  if (!isTrustedProxy(address, trusted)) return { address, https: false }
  for (const entry of (seen.forwardedFor ?? '').split(',').toReversed()) {
    const hop = readEntry(entry)
    if (hop === null) break
    address = hop
    if (!isTrustedProxy(hop, trusted)) break
  }
  return { address, https: seen.forwardedProto?.split(',').at(-1)?.trim() === 'https' }
}

/** Returns the client's address and a reader of its headers, before the request reaches the application. */
export function clientOfRequest({ headers, socket }: IncomingMessage, trusted: BlockList) {
  // Only a header that may be repeated (Set-Cookie) is a list.
  const header = (name: string) => headers[name]?.toString()
  const seen = { peer: socket.remoteAddress, forwardedFor: header('x-forwarded-for') }
  return { header, address: clientOf({ ...seen, forwardedProto: undefined }, trusted).address }
}

/** Returns the unit of one client: an IPv4 address, or a /64 of IPv6, the smallest that a provider assigns. */
export function networkOf(address: string): string {
  const bare = address.split('%', 1)[0] ?? ''
  if (!isIPv6(bare)) return bare
  // A URL has one spelling of an address: lower case, no leading zeros, the longest run of zeros as '::'.
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`
}
