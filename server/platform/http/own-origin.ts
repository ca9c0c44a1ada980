import type { Actor } from '#server/platform/core/context.ts'
import { logRefused } from '#server/platform/core/security-log.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

import type { AppContext } from './app-env.ts'

/** Methods that change nothing. */
export const isSafeMethod = (method: string): boolean => method === 'GET' || method === 'HEAD'

/**
 * Refuses a change or download that another site made the browser send, as Sec-Fetch-Site or, in older browsers, Origin
 * says (decisions: sessions). A change with neither passes only without a session cookie. Throws FORBIDDEN.
 */
export function requireOwnOrigin(
  c: AppContext,
  actor: Actor | null,
  { isDownload = false }: { isDownload?: boolean } = {},
): void {
  if (isFromOwnPage(c, isDownload)) return
  logRefused({ ...c.get('base'), actor }, { reason: 'cross-site request', username: actor?.username })
  throw new AppError('FORBIDDEN', messages.crossSite)
}

function isFromOwnPage(c: AppContext, isDownload: boolean): boolean {
  const site = c.req.header('sec-fetch-site')
  const origin = c.req.header('origin')
  // A user opens a file from the address bar, too ('none'), and older browsers send neither header with a link.
  if (site !== undefined) return site === 'same-origin' || (isDownload && site === 'none')
  if (origin !== undefined) return isSameHost(origin, c.get('origin'))
  return isDownload || !carriesSession(c.req.header('cookie'))
}

const carriesSession = (cookies: string | undefined): boolean =>
  /(?:^|;)\s*(?:__Host-)?session_id\s*=/.test(cookies ?? '')

/** Compared without the scheme: a proxy that ends TLS makes ours look like http. */
const isSameHost = (origin: string, own: string): boolean =>
  URL.canParse(origin) && URL.parse(origin)?.host === URL.parse(own)?.host
