import { BROWSER_COOKIE, SESSION_COOKIE } from '#shared/options.ts'

import type { AppContext } from './app-env.ts'

/** Returns whether the browser reaches the panel over https. */
export const isSecure = (c: AppContext): boolean => c.get('origin').startsWith('https:')

const hostOnly = (name: string): string => `__Host-${name}`

/** A cookie's name: over https with the prefix by which no sibling domain can plant it (RFC 6265bis 4.1.3.2). */
const named = (c: AppContext, name: string): string => (isSecure(c) ? hostOnly(name) : name)

/** Both names of the cookie with the page's session; first the one that no other page can plant. */
export const SESSION_COOKIE_NAMES: readonly string[] = [hostOnly(SESSION_COOKIE), SESSION_COOKIE]

/** Returns the name of the cookie with the page's session. */
export const sessionCookie = (c: AppContext): string => named(c, SESSION_COOKIE)

/** Returns the name of the cookie that identifies a browser in which a user has logged in. */
export const browserCookie = (c: AppContext): string => named(c, BROWSER_COOKIE)
