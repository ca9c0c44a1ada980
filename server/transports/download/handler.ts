import type { Handler } from 'hono'

import { type AppContext, type AppEnv, HttpRefusal } from '#server/platform/http/app-env.ts'
import { refusalOf, STATUSES } from '#server/platform/http/refusal.ts'
import { messages } from '#shared/messages.ts'

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
  // The caller has left, and whatever it interrupted is no fault.
  if (c.req.raw.signal.aborted) return c.json({ message: messages.invalidInput, request_id }, 400)
  const { status, message, headers } = refusalOf(c, error, { statuses: STATUSES, failed: 'download failed' })
  return c.json({ message, request_id }, status, headers)
}
