import { generateCookie } from 'hono/cookie'

import type { AppContext } from '#server/http/app-env.ts'
import {
  BROWSER_COOKIE,
  CONSENT_COOKIE,
  CONSENT_COOKIE_DAYS,
  KNOWN_PLACE_DAYS,
  SESSION_COOKIE,
  SESSION_REMEMBER_DAYS,
} from '#shared/options.ts'

import type { WebCookies } from './trpc.ts'

const DAY_SECONDS = 86_400

/** The browser's cookies of one request (specification §9, decisions: sessions). */
export function webCookies(c: AppContext, response: Headers): WebCookies {
  const secure = c.get('origin').startsWith('https:')
  const base = { path: '/', sameSite: 'Lax', secure } as const
  const set = (cookie: string) => response.append('Set-Cookie', cookie)
  return {
    startSession: (token, { remember }) =>
      set(
        generateCookie(SESSION_COOKIE, token, {
          ...base,
          httpOnly: true,
          ...(remember && { maxAge: SESSION_REMEMBER_DAYS * DAY_SECONDS }),
        }),
      ),
    endSession: () => set(generateCookie(SESSION_COOKIE, '', { ...base, httpOnly: true, maxAge: 0 })),
    rememberBrowser: (token) =>
      set(
        generateCookie(BROWSER_COOKIE, token, {
          ...base,
          httpOnly: true,
          maxAge: KNOWN_PLACE_DAYS * DAY_SECONDS,
        }),
      ),
    rememberConsent: () =>
      set(generateCookie(CONSENT_COOKIE, '1', { ...base, maxAge: CONSENT_COOKIE_DAYS * DAY_SECONDS })),
    consentGiven: new RegExp(`(?:^|;)\\s*${CONSENT_COOKIE}=1\\s*(?:;|$)`).test(c.req.header('cookie') ?? ''),
  }
}
