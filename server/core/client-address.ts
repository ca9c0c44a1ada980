import { type BlockList, isIP } from 'node:net'

type Seen = {
  /** The address at the other end of the connection. */
  peer: string | undefined
  forwardedFor: string | undefined
  forwardedProto: string | undefined
}

/** IPv4 addresses arrive as '::ffff:10.0.0.1' on a socket that listens on both. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

function isTrusted(address: string, trusted: BlockList): boolean {
  const version = isIP(address)
  return version !== 0 && trusted.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Who asks and over which scheme. Forwarded headers count only from trusted proxies, and of the chain the
 * right-most address that is not one of them: everything left of it is the caller's to invent.
 */
export function clientOf(seen: Seen, trusted: BlockList): { address: string; https: boolean } {
  const peer = plain(seen.peer ?? '')
  if (!isTrusted(peer, trusted)) return { address: peer, https: false }
  const chain = (seen.forwardedFor ?? '').split(',').map((part) => plain(part.trim()))
  const address = chain.findLast((part) => isIP(part) !== 0 && !isTrusted(part, trusted)) ?? peer
  return { address, https: seen.forwardedProto?.split(',').at(-1)?.trim() === 'https' }
}
