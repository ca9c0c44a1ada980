import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { getCookie } from 'hono/cookie'

import { BASE_PATH } from '#shared/base.ts'

import type { AppEnv } from './app-env.ts'
import { sessionCookie } from './cookie-names.ts'
import { pageHeaders } from './headers.ts'
import { createScreenFiles } from './screen-files.ts'

const NONCE_PLACEHOLDER = '%CSP_NONCE%'

/** No address of the page contains a dot: a path with one is a file, whether it exists or not. */
const DOT = /\.|%2e/i

/** A stored service worker would keep an older version of the page alive. */
function cacheRule(path: string): string {
  if (path === '/sw.js') return 'no-cache'
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}

/**
 * Returns the paths of the built page: files under assets/ have their content's hash in the name and are cached for a
 * year, the page itself is never cached, and a missing file is a 404 rather than the page.
 */
export function staticFiles(clientDir: string): Hono<AppEnv> {
  const page = readFileSync(join(clientDir, 'index.html'), 'utf8').split(NONCE_PLACEHOLDER)
  const filesOf = createScreenFiles(clientDir)
  const app = new Hono<AppEnv>()
  const files = serveStatic<AppEnv>({
    root: clientDir,
    precompressed: true,
    rewriteRequestPath: (path) => path.slice(BASE_PATH.length),
    onFound: (_path, c) => c.header('Cache-Control', cacheRule(c.req.path.slice(BASE_PATH.length))),
  })
  app.get('/assets/*', files, (c) => c.notFound())
  app.get(
    '/:file{[^/]+\\.[a-z0-9]+}',
    (c, next) => (c.req.path.endsWith('.html') ? c.notFound() : files(c, next)),
    (c) => c.notFound(),
  )
  app.get('*', pageHeaders, (c) => {
    if (DOT.test(c.req.path)) return c.notFound()
    c.header('Cache-Control', 'no-store')
    const html = page.join(c.get('secureHeadersNonce') ?? '')
    // Without a session every address leads to the login.
    const isLoggedIn = getCookie(c, sessionCookie(c)) !== undefined
    const files = isLoggedIn ? filesOf(c.req.path.slice(BASE_PATH.length)) : []
    const links = files.map((file) => `<link rel="modulepreload" crossorigin href="${BASE_PATH}/${file}">`)
    return c.html(html.replace('</head>', `${links.join('')}</head>`))
  })
  return app
}
