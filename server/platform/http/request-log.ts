import type { MiddlewareHandler } from 'hono'

import type { AppEnv } from './app-env.ts'

/** A part of no path of the panel: a caller may have written a name or a number there. */
const UNKNOWN = /[^\w.,~:@+/-]|\d{7}/

/** The token in the path of a public page or a calendar, also behind a mistyped start of the path. */
const PUBLIC_TOKEN = /(\/(?:p|takvim)\/+)[^/]+/gi

/** The same token elsewhere in a mistyped path; no name of the panel is as long. */
const STRAY_TOKEN = /(?<=[/:])[\w-]{32}(?=\/|$)/g

const shownPath = (path: string): string =>
  hideUnknown(path).replace(PUBLIC_TOKEN, '$1…').replace(STRAY_TOKEN, '…')

const hideUnknown = (path: string): string =>
  UNKNOWN.test(path)
    ? path
        .split('/')
        .map((part) => (UNKNOWN.test(part) ? '…' : part))
        .join('/')
    : path

/**
 * One line a request: method, path without its query (it may hold a token), status, ms, the user's and the shop's
 * numbers. Files of the page are logged only when they fail.
 */
export const requestLog: MiddlewareHandler<AppEnv> = async (c, next) => {
  const started = performance.now()
  await next()
  const { status } = c.res
  const path = c.req.path
  const level = status >= 500 ? 'error' : path.includes('/api/') || status >= 400 ? 'info' : 'debug'
  c.get('base').log[level](
    {
      requestId: c.get('requestId'),
      method: c.req.method,
      path: shownPath(path),
      status,
      ms: Math.round(performance.now() - started),
      userId: c.get('actor')?.user,
      shopId: c.get('actor')?.shop,
    },
    'request',
  )
}
