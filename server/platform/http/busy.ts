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
/** Calls that one request may name; the page's transport refuses more. */
const MAX_BATCH = 10

/** A request before anything is done for it; `calls`: how many it names. */
type Arriving = { method: string; path: string; calls: number; request: IncomingMessage }

/** Decides for a request of either transport; a `true` is refused. */
export type IsBusy = (arriving: Arriving) => boolean

/** Whether so many calls of a caller are refused. The caller is looked up only when many wait. */
export function refusesCalls(load: Semaphore['load'], calls: number, callerOf: () => string): boolean {
  if (load().waiting + calls <= MAX_WAITING) return false
  return exceedsShare(load(callerOf()), { limit: MAX_WAITING, more: calls })
}

/** Refuses calls of both transports with 503 while the panel is too busy; serves pages, files and `/healthz`. */
export function unlessBusy(isBusy: IsBusy, listener: RequestListener): RequestListener {
  return (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    const arriving = { method: request.method ?? '', path, calls: callsIn(path), request }
    if (path.includes('/api/') && isBusy(arriving)) refuseLater(request, response)
    else listener(request, response)
  }
}

function refuseLater(request: IncomingMessage, response: ServerResponse): void {
  const waiting = setTimeout(() => refuse(request, response), DELAY_MS)
  response.once('close', () => clearTimeout(waiting))
}

function refuse({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const requestId = randomUUID()
  const body = JSON.stringify(url.includes('/api/trpc/') ? rpcRefusal(url, requestId) : oldRefusal(requestId))
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

const oldRefusal = (request_id: string) => ({ success: false, message: messages.unavailable, request_id })

/** How many calls a path names. tRPC decodes it before it looks for commas. */
const callsIn = (path: string): number => Math.min(path.split(/,|%2c/i).length, MAX_BATCH)

/** The refusal in the form of the page's transport, for each call of a batch. */
function rpcRefusal(url: string, requestId: string): object {
  const data = { code: 'SERVICE_UNAVAILABLE', httpStatus: 503, requestId }
  const refusal = { error: { json: { message: messages.unavailable, code: -32_603, data } } }
  if (!/[?&]batch=1/.test(url)) return refusal
  return Array.from({ length: callsIn(url.split('?', 1)[0] ?? '') }, () => refusal)
}
