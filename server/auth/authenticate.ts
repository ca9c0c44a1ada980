import {
  type Actor,
  type BaseCtx,
  type Ctx,
  requireNotRestoring,
  type UserCtx,
} from '#server/platform/core/context.ts'
import { logRefused } from '#server/platform/core/security-log.ts'
import { scopeToShop } from '#server/platform/db/shop-scope.ts'
import type { AppContext } from '#server/platform/http/app-env.ts'
import { sessionCookie } from '#server/platform/http/cookie-names.ts'
import { PAGE_USER_HEADER, UNATTENDED_HEADER } from '#shared/base.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { SESSION_COOKIE } from '#shared/options.ts'

import { requireSession, type ResolvedActor, resolveActor, type SentTokens } from './actor.ts'
import { hashToken, isToken, tokenInCookie } from './token.ts'

type AuthOptions = {
  /** Whether the call only reads, so that another site gains nothing by sending it. */
  changesNothing?: boolean
  /** Whether it is a download, which is logged and takes a permit, so another site must not begin it, though a GET. */
  isDownload?: boolean
  /** The connection that the session is read from, on which nothing is written. */
  db?: BaseCtx['db']
  /** Gets the actor, when the session was last seen, and the token, if the request sent only one. */
  onFound?: (token: string | undefined, found: { actor: Actor; seenAt: Date }) => void
}

/** The old paths, which programs of integrators call. */
const OLD_PATH = /\.php$/

/**
 * Returns the tokens of the header and the cookies. Behind https a sibling domain can plant a `session_id`, so the page's
 * own calls ignore that cookie there, and on the old paths it holds no token of a page.
 */
function sentTokens(c: AppContext): SentTokens {
  const cookies = c.req.header('cookie')
  const header = c.req.header('session-id')
  const name = sessionCookie(c)
  const cookie = tokenInCookie(name, cookies)
  const isPlainToo = name !== SESSION_COOKIE && OLD_PATH.test(c.req.path)
  const plainCookie = isPlainToo ? tokenInCookie(SESSION_COOKIE, cookies) : undefined
  return {
    ...(header !== undefined && { header }),
    ...(cookie !== undefined && { cookie }),
    ...(plainCookie !== undefined && { plainCookie }),
  }
}

/** Returns the token of a request that sends exactly one, in its header or a cookie. */
export function onlyToken(c: AppContext): string | undefined {
  const [token, ...others] = Object.values(sentTokens(c))
  return others.length === 0 ? token : undefined
}

/**
 * Finds the user who sent this request; no user if our page was loaded for another one. A changing request or download
 * without header or token must come from our own pages. Throws UNAUTHENTICATED (header and cookie of different users),
 * FORBIDDEN (another site) and UNAVAILABLE (a backup is being restored).
 */
export async function identifyActor(
  c: AppContext,
  legacyToken?: string,
  { isDownload = false, changesNothing = isSafeMethod(c.req.raw.method), db, onFound }: AuthOptions = {},
): Promise<ResolvedActor> {
  const base = c.get('base')
  requireNotRestoring(base)
  const sent = { ...sentTokens(c), ...(legacyToken !== undefined && { legacyToken }) }
  const isUse = c.req.header(UNATTENDED_HEADER) === undefined
  const reading = db === undefined ? base : { ...base, db }
  const resolved = await resolveActor(reading, sent, { isUse, readsOnly: db !== undefined })
  const { actor, via, suspensionReason } = resolved
  const tokens = Object.values(sent)
  const isOther = (token: string) =>
    actor === null || (tokens.length > 1 && !hashToken(token).equals(resolved.tokenHash))
  for (const token of tokens) if (isToken(token) && isOther(token)) c.get('hints').forget(token)
  if (actor !== null) {
    c.set('actor', { shop: actor.shop, user: actor.user })
    onFound?.(onlyToken(c), resolved)
  }
  if ((isDownload || !changesNothing) && via !== 'header' && via !== 'token')
    requireOwnOrigin(c, actor, isDownload)
  return actor !== null && isOfAnotherPage(c, actor.user)
    ? { actor: null, via: null, suspensionReason }
    : resolved
}

/** Returns the context of this request: of the user whom `identifyActor` finds, or of an anonymous one. Throws as it does. */
export async function authenticate(
  c: AppContext,
  legacyToken?: string,
  admission: Omit<AuthOptions, 'db'> = {},
): Promise<Ctx> {
  const { actor, suspensionReason, tokenHash } = await identifyActor(c, legacyToken, admission)
  const base = c.get('base')
  if (actor === null) return { ...base, actor, suspensionReason }
  const now = c.get('clock')
  return asActor(
    { ...base, recheckSession: (trx) => requireSession({ ...base, db: trx, now: now() }, tokenHash) },
    actor,
  )
}

/** Returns the context of an actor, whose database has the shop's rows only. */
export const asActor = (base: BaseCtx, actor: Actor): UserCtx => ({
  ...base,
  db: scopeToShop(base.db, actor.shop),
  actor,
})

/** Returns whether the page was loaded for another user than the one who is logged in to this browser now. */
function isOfAnotherPage(c: AppContext, userId: number): boolean {
  if (c.get('isPublic') === true) return false
  const pageUser = c.req.header(PAGE_USER_HEADER)
  return pageUser !== undefined && pageUser !== String(userId)
}

const isSafeMethod = (method: string): boolean => method === 'GET' || method === 'HEAD'

/**
 * Refuses a change or download that another site made the browser send, as Sec-Fetch-Site or, in older browsers, Origin
 * says (decisions: sessions). A change with neither passes only without a session cookie. Throws FORBIDDEN.
 */
function requireOwnOrigin(c: AppContext, actor: Actor | null, isDownload: boolean): void {
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

/** Ignores the scheme, because behind a proxy that ends TLS the panel's own looks like http. */
const isSameHost = (origin: string, own: string): boolean =>
  URL.canParse(origin) && URL.parse(origin)?.host === URL.parse(own)?.host
