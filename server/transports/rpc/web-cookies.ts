import { generateCookie } from 'hono/cookie'

import type { AppContext } from '#server/platform/http/app-env.ts'
import { browserCookie, isSecure, sessionCookie } from '#server/platform/http/cookie-names.ts'
import {
  CONSENT_COOKIE,
  CONSENT_COOKIE_DAYS,
  KNOWN_PLACE_DAYS,
  SESSION_COOKIE,
  SESSION_REMEMBER_DAYS,
} from '#shared/options.ts'

const DAY_SECONDS = 86_400

export type WebCookies = ReturnType<typeof webCookies>

/** Sets and removes a request's cookies for the session's procedures (specification §9, decisions: sessions). */
export function webCookies(c: AppContext, response: Headers) {
  const base = { path: '/', sameSite: 'Lax', secure: isSecure(c) } as const
  const hidden = { ...base, httpOnly: true } as const
  const sent = c.req.header('cookie') ?? ''
  const set = (cookie: string) => response.append('Set-Cookie', cookie)
  const clear = (name: string) => set(generateCookie(name, '', { ...hidden, maxAge: 0 }))
  const name = sessionCookie(c)
  /** The cookie of an older version, or of a login over http: every login and logout replaced it too. */
  const clearPlain = () => {
    if (name !== SESSION_COOKIE && isSent(SESSION_COOKIE, sent)) clear(SESSION_COOKIE)
  }
  return {
    setSession: (token: string, { remember }: { remember: boolean }) => {
      const maxAge = SESSION_REMEMBER_DAYS * DAY_SECONDS
      set(generateCookie(name, token, { ...hidden, ...(remember && { maxAge }) }))
      clearPlain()
    },
    clearSession: () => {
      clear(name)
      clearPlain()
    },
    setBrowser: (token: string) =>
      set(generateCookie(browserCookie(c), token, { ...hidden, maxAge: KNOWN_PLACE_DAYS * DAY_SECONDS })),
    setConsent: () =>
      set(generateCookie(CONSENT_COOKIE, '1', { ...base, maxAge: CONSENT_COOKIE_DAYS * DAY_SECONDS })),
    get consentGiven() {
      return CONSENT_GIVEN.test(sent)
    },
  }
}

const CONSENT_GIVEN = new RegExp(`(?:^|;)\\s*${CONSENT_COOKIE}=1\\s*(?:;|$)`)

const isSent = (name: string, cookies: string): boolean =>
  cookies.split(';').some((pair) => pair.trim().startsWith(`${name}=`))
