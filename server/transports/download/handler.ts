import type { Handler } from 'hono'
import * as z from 'zod/mini'

import { asRefusal } from '#server/platform/core/unexpected.ts'
import { type AppContext, type AppEnv, HttpRefusal } from '#server/platform/http/app-env.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

const statuses = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  UNCONFIRMED: 403,
  NOT_FOUND: 404,
  INVALID: 400,
  CONFLICT: 409,
  TOO_MANY: 429,
  UNAVAILABLE: 503,
} as const satisfies Record<ErrorCode, number>

/** One path of the page's files, with the method check and the refusals of all of them. */
export const handler =
  (method: 'GET' | 'POST', respond: (c: AppContext) => Promise<Response>): Handler<AppEnv> =>
  async (c) => {
    try {
      if (c.req.raw.method !== method)
        throw new HttpRefusal(405, messages.methodNotAllowed, { Allow: method })
      return await respond(c)
    } catch (error) {
      return refuse(c, error)
    }
  }

/** The response to a download that cannot begin. */
function refuse(c: AppContext, error: unknown): Response {
  const request_id = c.get('requestId')
  const body = (message: string) => ({ message, request_id })
  // The caller has left, and whatever it interrupted is no fault.
  if (c.req.raw.signal.aborted) return c.json(body(messages.invalidInput), 400)
  if (error instanceof z.core.$ZodError)
    return c.json(body(error.issues[0]?.message ?? messages.invalidInput), 400)
  if (error instanceof HttpRefusal) return c.json(body(error.message), error.status, error.headers)
  const refusal = asRefusal(error)
  if (refusal === null) {
    c.get('base').log.error({ requestId: request_id, err: error }, 'download failed')
    return c.json(body(messages.unexpected), 500)
  }
  if (refusal.retryAfter !== undefined) c.header('Retry-After', String(refusal.retryAfter))
  return c.json(body(refusal.message), statuses[refusal.code])
}
