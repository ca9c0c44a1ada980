import { randomUUID } from 'node:crypto'
import type { BlockList } from 'node:net'

import type { HttpBindings } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'

import { CALENDAR_PATH } from '#shared/appointment/calendar.ts'
import { BASE_PATH } from '#shared/base.ts'
import { messages } from '#shared/messages.ts'
import { PUBLIC_PATH } from '#shared/share/rules.ts'

import { queueKeyOf, SessionHints } from './auth/session-hints.ts'
import { tokenInCookie } from './auth/token.ts'
import { NO_SUPPORT_EMAIL } from './config.ts'
import type { Replica } from './platform/db/replica.ts'
import { clientOf } from './platform/http/client-address.ts'
import { compressedText } from './platform/http/compress.ts'
import { browserCookie } from './platform/http/cookie-names.ts'
import type { BaseCtx } from './platform/core/context.ts'
import { refuseSeveralHosts, securityHeaders } from './platform/http/headers.ts'
import type { AppContext, AppEnv } from './platform/http/app-env.ts'
import { passkeyOriginOf } from './platform/http/passkey-origin.ts'
import { requestLog } from './platform/http/request-log.ts'
import { staticFiles } from './platform/http/static.ts'
import { runAsCaller } from './platform/lib/caller.ts'
import type { StreamLimits } from './platform/lib/limited-stream.ts'
import { isCallerDisconnected } from './platform/core/as-refusal.ts'
import { backupRoutes } from './transports/download/backup.ts'
import { exportRoutes } from './transports/download/export.ts'
import { formRoutes } from './transports/download/form.ts'
import type { TimedResponse } from './platform/metrics/collect.ts'
import { docsRoutes } from './transports/legacy/docs.ts'
import { legacyRoutes } from './transports/legacy/routes.ts'
import { calendarRoutes } from './transports/public/calendar.ts'
import { publicRoutes } from './transports/public/routes.ts'
import { rpcRoutes } from './transports/rpc/handler.ts'

export type AppDeps = Pick<
  BaseCtx,
  'db' | 'log' | 'pdf' | 'backups' | 'supportEmail' | 'mailOrigin' | 'adminFactorRequired'
> & {
  /** The standby that serves lists as long as it is current. */
  replica?: Replica | undefined
  publicOrigin: string | undefined
  trustProxy: BlockList
  /** The built page, or `null` where something else serves it (development, tests of the transports). */
  clientDir: string | null
  /** Whether the database responds and its schema is current. */
  isReady: () => Promise<boolean>
  clock?: (() => Date) | undefined
  /** Receives method, path, status and duration of each response. */
  observe?: ((response: TimedResponse) => void) | undefined
  /** The last actor of each token; shared with the code that queues requests before the application. */
  hints?: SessionHints
  /** How long an export may take, for tests. */
  exportLimits?: StreamLimits
}

/** Returns the whole application as a function from request to response. It opens no connection and no port. */
export function createApp(deps: AppDeps): Hono<AppEnv> {
  const { hints = new SessionHints() } = deps
  const app = new Hono<AppEnv>()
  app.use(requestContext(deps, hints), requestLog, securityHeaders, refuseSeveralHosts)

  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    const ready = await deps.isReady()
    return c.json({ status: ready ? 'ready' : 'not ready' }, ready ? 200 : 503)
  })

  app.get('/.well-known/security.txt', (c) => {
    if (deps.supportEmail === NO_SUPPORT_EMAIL) return c.notFound()
    return c.text(securityTxt(deps, c.get('base').now))
  })

  const trpc = `${BASE_PATH}/api/trpc`
  for (const path of ['/api/*', `${BASE_PATH}/api/*`]) app.use(path, noStore, compressedText)
  app.route(trpc, rpcRoutes(trpc, { hints, replica: deps.replica }))
  app.route(`${BASE_PATH}/api/export`, exportRoutes(deps.exportLimits))
  app.route(`${BASE_PATH}/api/form`, formRoutes())
  app.route(`${BASE_PATH}/api/backup`, backupRoutes())
  for (const path of ['/api', `${BASE_PATH}/api`]) app.route(path, docsRoutes()).route(path, legacyRoutes())

  // A public page has only its own token, which its caller sent, and no text of the caller.
  app.use(`${PUBLIC_PATH}/*`, compressedText)
  app.route(PUBLIC_PATH, publicRoutes())
  app.use(`${CALENDAR_PATH}/*`, compressedText)
  app.route(CALENDAR_PATH, calendarRoutes())

  app.get('/', (c) => c.redirect(`${BASE_PATH}/`))
  // A browser tab that shows a PDF requests this path.
  app.get('/favicon.ico', (c) => c.redirect(`${BASE_PATH}/favicon.svg`))
  app.get(BASE_PATH, (c) => c.redirect(`${BASE_PATH}/`))
  if (deps.clientDir !== null) app.route(BASE_PATH, staticFiles(deps.clientDir))

  app.notFound((c) => c.json({ success: false, message: messages.notFoundPath }, 404))
  app.onError((error, c: AppContext) => {
    const request_id = c.get('requestId')
    if (isCallerDisconnected(error))
      return c.json({ success: false, message: messages.malformedBody, request_id }, 400)
    c.get('base').log.error({ requestId: request_id, err: error }, 'request failed')
    return c.json({ success: false, message: messages.unexpected, request_id }, 500)
  })
  return app
}

/** Returns the contact for reports of vulnerabilities and the date until which it is valid (RFC 9116). */
function securityTxt({ supportEmail, publicOrigin }: AppDeps, now: Date): string {
  const expires = new Date(now.getTime() + SECURITY_TXT_MS).toISOString().replace(/\.\d+/, '')
  const lines = [`Contact: mailto:${supportEmail}`, `Expires: ${expires}`, 'Preferred-Languages: tr, en']
  if (publicOrigin !== undefined) lines.push(`Canonical: ${publicOrigin}/.well-known/security.txt`)
  return `${lines.join('\n')}\n`
}

/** RFC 9116 advises less than a year. */
const SECURITY_TXT_MS = 180 * 86_400_000

const noStore: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  // The logo sets its own cache rule.
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
}

function requestContext(deps: AppDeps, hints: SessionHints): MiddlewareHandler<AppEnv> {
  const { publicOrigin, trustProxy, clock = () => new Date(), observe } = deps
  const { db, log, pdf, backups, supportEmail, mailOrigin, adminFactorRequired } = deps
  const parts = { db, log, pdf, backups, supportEmail, mailOrigin, adminFactorRequired }
  return async (c, next) => {
    // A request of a test has no connection.
    const socket = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket
    const { address, https } = clientOf(
      {
        peer: socket?.remoteAddress,
        forwardedFor: c.req.header('x-forwarded-for'),
        forwardedProto: c.req.header('x-forwarded-proto'),
      },
      trustProxy,
    )
    const requestId = randomUUID()
    c.set('requestId', requestId)
    c.set('clock', clock)
    c.set('hints', hints)
    const origin = publicOrigin ?? `${https ? 'https' : 'http'}://${c.req.header('host') ?? 'localhost'}`
    c.set('origin', origin)
    c.set('base', {
      ...parts,
      requestId,
      passkeyOrigin: passkeyOriginOf(origin, {
        isConfigured: publicOrigin !== undefined,
        port: socket?.localPort,
      }),
      now: clock(),
      client: {
        address,
        userAgent: (c.req.header('user-agent') ?? '').slice(0, 300),
        // Read lazily: only logins and password changes need it.
        get browser() {
          return tokenInCookie(browserCookie(c), c.req.header('cookie'))
        },
      },
    })
    const started = performance.now()
    await runAsCaller(queueKeyOf(hints, { header: (name) => c.req.header(name), address }), next)
    c.res.headers.set('X-Request-Id', requestId)
    if (observe === undefined) return
    const { method, path } = c.req
    observe({ method, path, status: c.res.status, seconds: (performance.now() - started) / 1_000 })
  }
}
