import { BASE_PATH } from '#shared/base.ts'
import { BANNER_COOKIE, BANNER_COOKIE_DAYS } from '#shared/options.ts'

const DAY_SECONDS = 86_400

/** Returns the value of a cookie that scripts may read; undefined if there is none. */
export function readCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

/** Sets a cookie for some days. Values are plain words, so they are not encoded. */
export function writeCookie(name: string, value: string, options: { days: number; path?: string }): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const maxAge = options.days * DAY_SECONDS
  const path = options.path ?? '/'
  document.cookie = `${name}=${value}; Path=${path}; Max-Age=${maxAge}; SameSite=Lax${secure}`
}

/** Returns whether the user has accepted the cookie banner, which hides it for 180 days (specification §9). */
export const hasAcceptedBanner = () => readCookie(BANNER_COOKIE) === '1'

export const acceptBanner = () => writeCookie(BANNER_COOKIE, '1', { days: BANNER_COOKIE_DAYS })

const THEME_COOKIE = 'tema'

/** The colour scheme; 'system' follows the device. The choice applies to this browser and all of its users. */
export type Theme = 'system' | 'light' | 'dark'

export function readTheme(): Theme {
  const theme = readCookie(THEME_COOKIE)
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Applies the theme now and on later visits; `public/theme.js` reads the cookie before the first paint. */
export function writeTheme(theme: Theme): void {
  writeCookie(THEME_COOKIE, theme, { days: theme === 'system' ? 0 : 365, path: BASE_PATH })
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  const meta = document.querySelector('meta[name="color-scheme"]')
  meta?.setAttribute('content', theme === 'system' ? 'light dark' : theme)
}
