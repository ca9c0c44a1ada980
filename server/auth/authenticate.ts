import type { Ctx } from '#server/core/context.ts'
import type { AppContext } from '#server/http/app-env.ts'
import { isSafeMethod, requireOwnOrigin } from '#server/http/own-origin.ts'
import { PAGE_USER_HEADER } from '#shared/base.ts'
import { SESSION_COOKIE } from '#shared/options.ts'

import { resolveActor } from './sessions.ts'
import { tokenInCookie } from './token.ts'

/**
 * The actor of this request, from the `Session-Id` header, the cookie or a legacy path's token; anonymous when our
 * page was loaded for another user. A changing request without header or token must come from our own pages.
 * Throws UNAUTHENTICATED (header and cookie of different users) and FORBIDDEN (another site).
 */
export async function authenticate(
  c: AppContext,
  legacyToken?: string,
  { changesNothing = isSafeMethod(c.req.raw.method) } = {},
): Promise<Ctx> {
  const base = c.get('base')
  const header = c.req.header('session-id')
  const cookie = tokenInCookie(SESSION_COOKIE, c.req.header('cookie'))
  const { actor, via } = await resolveActor(base, {
    ...(header !== undefined && { header }),
    ...(cookie !== undefined && { cookie }),
    ...(legacyToken !== undefined && { legacyToken }),
  })
  if (actor !== null) c.set('userId', actor.user)
  if (!changesNothing && via !== 'header' && via !== 'token') requireOwnOrigin(c, actor?.username)
  return { ...base, actor: actor !== null && isOfAnotherPage(c, actor.user) ? null : actor }
}

/** Whether the page was loaded for another user than the one who is logged in to this browser now. */
function isOfAnotherPage(c: AppContext, userId: number): boolean {
  const pageUser = c.req.header(PAGE_USER_HEADER)
  return pageUser !== undefined && pageUser !== String(userId)
}
