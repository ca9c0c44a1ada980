import type { IncomingMessage } from 'node:http'

import type { MiddlewareHandler } from 'hono'

import { messages } from '#shared/messages.ts'

import type { AppEnv } from './app-env.ts'

/**
 * Refuses a request with several `Host` headers: Node silently takes the first, and a proxy may have taken another
 * (RFC 9112, 3.2). A request of a test has no connection, and one host.
 */
export const oneHost: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { rawHeaders = [] } = (c.env as { incoming?: IncomingMessage } | undefined)?.incoming ?? {}
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name))
  if (hosts.length <= 1) return next()
  c.header('Connection', 'close')
  return c.json({ success: false, message: messages.malformedBody, request_id: c.get('requestId') }, 400)
}
