import { randomInt, randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

import { exceedsShare, type Semaphore } from '#server/platform/lib/semaphore.ts'
import { messages } from '#shared/messages.ts'

/** While so many calls wait for a connection of the database, further ones of a caller with its share are too late. */
const MAX_WAITING = 100
/** A refusal is sent after so long, in ms: a caller who gets it at once asks again at once. */
const DELAY_MS = 1_000
/** Retry-After, in seconds, at random: not all come back at the same time. */
const RETRY_AFTER = { min: 1, max: 5 }
/** Decides for a request of either transport, before anything is done for it; a `true` is refused. */
export type IsBusy = (path: string, request: IncomingMessage) => boolean

/** Whether a call of a caller is refused. The caller is looked up only when many wait. */
export const refusesCall = (load: Semaphore['load'], callerOf: () => string): boolean =>
  load().waiting >= MAX_WAITING && exceedsShare(load(callerOf()), MAX_WAITING)

/** Refuses calls of both transports with 503 while the panel is too busy; serves pages, files and `/healthz`. */
export function unlessBusy(isBusy: IsBusy, listener: RequestListener): RequestListener {
  return (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    if (!path.includes('/api/') || !isBusy(path, request)) return listener(request, response)
    const waiting = setTimeout(() => refuse(path, response), DELAY_MS)
    response.once('close', () => clearTimeout(waiting))
  }
}

function refuse(path: string, response: ServerResponse): void {
  const requestId = randomUUID()
  const message = messages.unavailable
  // The page takes one refusal for all calls of a batch.
  const data = { code: 'SERVICE_UNAVAILABLE', httpStatus: 503, requestId }
  const body = path.includes('/api/trpc/')
    ? JSON.stringify({ error: { json: { message, code: -32_603, data } } })
    : JSON.stringify({ success: false, message, request_id: requestId })
  response.writeHead(503, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    'Retry-After': randomInt(RETRY_AFTER.min, RETRY_AFTER.max + 1),
  })
  response.end(body)
}
