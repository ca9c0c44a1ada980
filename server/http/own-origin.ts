import type { Actor } from '#server/core/context.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

import type { AppContext } from './app-env.ts'
import { logRefused } from '#server/core/security-log.ts'

/** Methods that change nothing. */
export const isSafeMethod = (method: string): boolean => method === 'GET' || method === 'HEAD'

/**
 * Refuses a changing request that another site made the browser send (decisions: sessions). Browsers report that
 * in Sec-Fetch-Site, older ones in Origin. A request with neither is not from a current browser: it passes only
 * without a session cookie. Throws FORBIDDEN and logs the session's user, if any.
 */
export function requireOwnOrigin(c: AppContext, actor: Actor | null): void {
  const site = c.req.header('sec-fetch-site')
  const origin = c.req.header('origin')
  const own = (() => {
    if (site !== undefined) return site === 'same-origin'
    if (origin !== undefined) return sameHost(origin, c.get('origin'))
    return !carriesSession(c.req.header('cookie'))
  })()
  if (own) return
  logRefused({ ...c.get('base'), actor }, { reason: 'cross-site request', username: actor?.username })
  throw new AppError('FORBIDDEN', messages.crossSite)
}

const carriesSession = (cookies: string | undefined): boolean =>
  /(?:^|;)\s*(?:__Host-)?session_id\s*=/.test(cookies ?? '')

/** Compared without the scheme: a proxy that ends TLS makes ours look like http. */
function sameHost(origin: string, own: string): boolean {
  return URL.canParse(origin) && URL.canParse(own) && new URL(origin).host === new URL(own).host
}
