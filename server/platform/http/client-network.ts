import { isIPv6 } from 'node:net'

/**
 * The unit that counts as one client: an IPv4 address, or the /64 network of an IPv6 address, the smallest that a
 * provider assigns to a customer.
 */
export function networkOf(address: string): string {
  const bare = address.split('%', 1)[0] ?? ''
  if (!isIPv6(bare)) return bare
  // A URL has one spelling of an address: lower case, no leading zeros, the longest run of zeros as '::'.
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`
}
