import { anonymousKey } from '#server/platform/lib/caller.ts'
import { SESSION_COOKIE_NAMES } from '#server/platform/http/cookie-names.ts'
import { networkOf } from '#server/platform/http/client-network.ts'

import type { SessionHints } from './session-hints.ts'
import { tokenInCookie } from './token.ts'

type Sent = { header: (name: string) => string | undefined; address: string }

/**
 * With whom a request shares a place in the queues: the shop whose token it sends, as far as that is known before the
 * database is asked, otherwise its network. It authorises nobody.
 */
export function callerOf(actors: SessionHints, { header, address }: Sent): string {
  const cookies = header('cookie')
  const inCookies = SESSION_COOKIE_NAMES.map((name) => actors.shopOf(tokenInCookie(name, cookies), 'web'))
  // A page's token in the header is refused.
  for (const shop of [actors.shopOf(header('session-id'), 'legacy'), ...inCookies])
    if (shop !== null) return `shop ${shop}`
  return anonymousKey(networkOf(address))
}
