import { randomInt, randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

import { exceedsShare, type Semaphore } from '#server/platform/lib/semaphore.ts'
import { messages } from '#shared/messages.ts'

/** Calls that wait for a connection of the database, above which a caller with its share gets refusals. */
const MAX_WAITING = 100
/** Delay of a refusal, in ms, because a caller who gets it at once asks again at once. */
const DELAY_MS = 1_000
/** Range of the random Retry-After, in seconds, so that callers do not come back at the same time. */
const RETRY_AFTER = { min: 1, max: 5 }
/** A function that decides, before any work for a request of either transport, whether to refuse it. */
export type BusyCheck = (path: string, request: IncomingMessage) => boolean

/** Returns whether a call of a caller is refused. The caller is looked up only when many wait. */
export const isCallRefused = (load: Semaphore['load'], queueKey: () => string): boolean =>
  load().waiting >= MAX_WAITING && exceedsShare(load(queueKey()), MAX_WAITING)

/** Refuses calls of both transports with 503 while the panel is too busy; serves pages, files and `/healthz`. */
export function refuseWhenBusy(isBusy: BusyCheck, listener: RequestListener): RequestListener {
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
