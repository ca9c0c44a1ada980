import { anonymousKey } from '#server/platform/lib/caller.ts'
import { SESSION_COOKIE_NAMES } from '#server/platform/http/cookie-names.ts'
import { networkOf } from '#server/platform/http/client-network.ts'

import type { SessionHints } from './session-hints.ts'
import { tokenInCookie } from './token.ts'

type Sent = { header: (name: string) => string | undefined; address: string }

/** Returns whose queue a request waits in: the remembered shop of its token, otherwise its network. It admits nobody. */
export function callerOf(actors: SessionHints, { header, address }: Sent): string {
  const cookies = header('cookie')
  const inCookies = SESSION_COOKIE_NAMES.map((name) => actors.shopOf(tokenInCookie(name, cookies), 'web'))
  // A page's token in the header is refused.
  for (const shop of [actors.shopOf(header('session-id'), 'legacy'), ...inCookies])
    if (shop !== null) return `shop ${shop}`
  return anonymousKey(networkOf(address))
}
