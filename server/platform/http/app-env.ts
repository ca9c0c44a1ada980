import type { Context } from 'hono'

import type { ActorIds, BaseCtx } from '#server/platform/core/context.ts'

/** The values that the application's first middleware adds to every request. */
export type AppEnv = {
  Variables: {
    base: BaseCtx
    requestId: string
    /** For what is asked again while a request lasts; everything else uses the time of `base`. */
    clock: () => Date
    /** Forgets what was expected of a token whose session was not found. */
    expected: { forget: (token: string) => void }
    /** Whose request it is, once that is known: for the request log. */
    actor: ActorIds | undefined
    /** The origin under which browsers reach us: from PUBLIC_URL, else from the request. */
    origin: string
    /** Whether the response may hold a token or another secret, as the called procedure or path declares. */
    holdsToken?: boolean
    /** Whether a procedure is called that needs no session: it concerns the user of the cookie, whoever loaded the page. */
    isOpen?: boolean
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
