import { SESSION_COOKIE_NAMES } from '#server/http/cookie-names.ts'
import { networkOf } from '#server/http/client-network.ts'

import type { ExpectedActors } from './expected-actors.ts'
import { tokenInCookie } from './token.ts'

type Sent = { header: (name: string) => string | undefined; address: string }

/**
 * With whom a request shares a place in the queues: the shop whose token it sends, as far as that is known before the
 * database is asked, otherwise its network. It admits nobody.
 */
export function callerOf(actors: ExpectedActors, { header, address }: Sent): string {
  const cookies = header('cookie')
  const inCookies = SESSION_COOKIE_NAMES.map((name) => tokenInCookie(name, cookies))
  for (const token of [header('session-id'), ...inCookies]) {
    const shop = actors.shopOf(token)
    if (shop !== null) return `shop ${shop}`
  }
  return `network ${networkOf(address)}`
}
