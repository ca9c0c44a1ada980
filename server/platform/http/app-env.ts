import type { Context } from 'hono'

import type { ActorIds, BaseCtx } from '#server/platform/core/context.ts'

/** The values that the application's first middleware adds to every request. */
export type AppEnv = {
  Variables: {
    base: BaseCtx
    requestId: string
    /** Returns the current time, for checks that repeat during a request; everything else uses the time of `base`. */
    clock: () => Date
    /** The session hints, which forget a token whose session was not found. */
    hints: { forget: (token: string) => void }
    /** The caller of the request once it is known, for the request log. */
    actor: ActorIds | undefined
    /** The origin under which browsers reach the panel: from PUBLIC_URL, else from the request. */
    origin: string
    /** Whether the response may hold a token or another secret, as the called procedure or path declares. */
    hasToken?: boolean
    /** Whether no called procedure needs a session: they concern the cookie's user, even if another loaded the page. */
    isPublic?: boolean
    /** The largest body of a request of the page, in bytes. */
    maxBody: number
    /** Set by the security headers for the page's one style element. */
    secureHeadersNonce?: string
  }
}

export type AppContext = Context<AppEnv>

/** A refusal that exists only in HTTP: wrong path, method, size, type, key, or a body that does not parse. */
export class HttpRefusal extends Error {
  readonly status: 400 | 404 | 405 | 413 | 415 | 422
  readonly headers: Record<string, string>

  constructor(status: HttpRefusal['status'], message: string, headers: Record<string, string> = {}) {
    super(message)
    this.name = 'HttpRefusal'
    this.status = status
    this.headers = headers
  }
}
