import { isIPv6 } from 'node:net'

/**
 * What counts as one client: an IPv4 address, or the /64 network of an IPv6 one, which is the least that a
 * single customer has.
 */
export function networkOf(address: string): string {
  const bare = address.split('%', 1)[0] ?? ''
  if (!isIPv6(bare)) return bare
  // A URL writes an address in one way only: small letters, no leading zeros, the longest run of zeros as '::'.
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`
}
