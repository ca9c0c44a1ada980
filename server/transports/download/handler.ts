import type { Handler } from 'hono'

import { asRefusal } from '#server/platform/core/as-refusal.ts'
import { type AppContext, type AppEnv, HttpRefusal } from '#server/platform/http/app-env.ts'
import { refusalOf, STATUSES } from '#server/platform/http/refusal.ts'
import { encodeFrame, type Progress } from '#shared/export/frames.ts'
import { messages } from '#shared/messages.ts'

/** Returns the handler of a download, with the method check and the refusals of all downloads. */
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

/** Returns the response to a download that cannot begin. */
function refuse(c: AppContext, error: unknown): Response {
  const request_id = c.get('requestId')
  // The caller has left, so the interrupted work is no fault.
  if (c.req.raw.signal.aborted) return c.json({ message: messages.invalidInput, request_id }, 400)
  const { status, message, headers } = refusalOf(c, error, { statuses: STATUSES, failed: 'download failed' })
  return c.json({ message, request_id }, status, headers)
}

type Framing = {
  progress: Progress
  /** The message for a failure that is a bug. */
  failed: string
}

/**
 * Yields the bytes in frames, with the progress between them. A failure in the middle becomes a frame with the message
 * for the user; one before the first byte is thrown.
 */
export async function* encodeFrames(
  c: AppContext,
  bytes: AsyncGenerator<Uint8Array>,
  { progress, failed }: Framing,
): AsyncGenerator<Uint8Array> {
  let isBegun = false
  try {
    for await (const chunk of bytes) {
      isBegun = true
      yield encodeFrame({ kind: 'progress', ...progress })
      yield encodeFrame({ kind: 'data', bytes: chunk as Uint8Array<ArrayBuffer> })
    }
    yield encodeFrame({ kind: 'progress', ...progress })
    yield encodeFrame({ kind: 'end' })
  } catch (error) {
    if (!isBegun) throw error
    const refusal = asRefusal(error)
    if (refusal === null)
      c.get('base').log.error({ requestId: c.get('requestId'), err: error }, 'framed response failed')
    yield encodeFrame({ kind: 'failure', message: refusal?.message ?? failed })
  }
}

/**
 * Returns the `Content-Disposition` of a download: the name in ASCII for old programs, and unchanged
 * ('kayıtlar-2026-11.xlsx', RFC 6266). The name must not have control characters.
 */
export function attachment(name: string): string {
  const ascii = name
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replace(/[^\w.-]/g, '')
  // RFC 8187 does not allow these characters, which `encodeURIComponent` leaves.
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
