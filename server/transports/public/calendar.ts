import { hash } from 'node:crypto'

import { Hono } from 'hono'

import { calendarNotFound, readCalendar } from '#server/appointment/calendar.ts'
import { type AppContext, type AppEnv, HttpRefusal } from '#server/platform/http/app-env.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { refusalOf, STATUSES } from '#server/platform/http/refusal.ts'
import { shareOf } from '#server/platform/lib/processes.ts'
import { createRateLimit } from '#server/platform/lib/rate-limit.ts'
import { CALENDAR_FILE } from '#shared/appointment/calendar.ts'
import { calendarMessages } from '#shared/appointment/messages.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

const MINUTE_MS = 60_000
/** Calls in a minute: a calendar service reads the addresses of many users from one network. */
const NETWORK_CALLS = 120
const TOKEN_CALLS = 30

/** Returns the calendars of users' addresses, below `/oto-servis/takvim`. All tokens that open none get the same response. */
export function calendarRoutes(): Hono<AppEnv> {
  const limit = (calls: number) => createRateLimit({ calls: shareOf(calls), ms: MINUTE_MS })
  const [network, token] = [limit(NETWORK_CALLS), limit(TOKEN_CALLS)]
  const app = new Hono<AppEnv>()
  app.use(async (c, next) => {
    await next()
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store')
    c.header('Referrer-Policy', 'no-referrer')
    c.header('X-Robots-Tag', 'noindex, nofollow')
    c.header('Content-Security-Policy', "default-src 'none'")
  })
  app.all(`/:token/${CALENDAR_FILE}`, (c) =>
    respond(c, async () => {
      const { now, client } = c.get('base')
      const sent = c.req.param('token')
      const seconds = Math.max(network(networkOf(client.address), now), token(sent, now))
      if (seconds > 0) throw new AppError('TOO_MANY', calendarMessages.busy, { retryAfter: seconds })
      return answer(c, await readCalendar(c.get('base'), sent))
    }),
  )
  app.all('*', (c) => respond(c, () => Promise.reject(calendarNotFound())))
  return app
}

/** Answers 304 if the caller has the calendar as it is; a program may store it, and asks each time whether it is current. */
function answer(c: AppContext, text: string): Response {
  const tag = `W/"${hash('sha256', text, 'base64url').slice(0, 27)}"`
  c.header('ETag', tag)
  c.header('Cache-Control', 'private, no-cache')
  const known = (c.req.header('if-none-match') ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (known.includes(tag.slice(2)) || known.includes('*')) return c.body(null, 304)
  return c.body(text, 200, { 'Content-Type': 'text/calendar; charset=utf-8' })
}

async function respond(c: AppContext, work: () => Promise<Response>): Promise<Response> {
  try {
    if (!['GET', 'HEAD'].includes(c.req.raw.method))
      throw new HttpRefusal(405, messages.methodNotAllowed, { Allow: 'GET, HEAD' })
    return await work()
  } catch (error) {
    const options = { statuses: STATUSES, failed: 'calendar failed' }
    const { status, message, headers } = refusalOf(c, error, options)
    return c.text(status === 404 ? calendarMessages.notFound : message, status, headers)
  }
}
