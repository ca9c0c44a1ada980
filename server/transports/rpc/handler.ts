import type { TRPCError } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { type Handler, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'

import { authenticate } from '#server/auth/authenticate.ts'
import {
  type ReplicaReading,
  type SessionHints,
  hintedChange,
  hintedResponse,
  replicaResponse,
} from '#server/auth/session-hints.ts'
import type { Ctx } from '#server/platform/core/context.ts'
import type { AppContext, AppEnv } from '#server/platform/http/app-env.ts'
import { asRefusal } from '#server/platform/core/as-refusal.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { MAX_BODY_BYTES, MAX_PUBLIC_BODY_BYTES } from '#shared/options.ts'

import { answerCalls, pageCallsOf } from './answer.ts'
import { appRouter } from './app-router.ts'
import { callsIn, metaOf } from './calls.ts'
import { AuthorizationError, type RpcCtx } from './trpc.ts'
import { webCookies } from './web-cookies.ts'

/** Calls of one request; without a limit one request could contain thousands. */
const MAX_BATCH = 10
/** Calls of a request that may check or make a password. */
const MAX_HASHING = 1

/** The session hints, and the replica for lists. */
type Sources = { hints: SessionHints; replica: ReplicaReading['replica'] | undefined }

/** Returns the page's transport: every procedure of the router below `endpoint`. It remembers callers in `hints`. */
export function rpcRoutes(endpoint: string, sources: Sources): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const refuse = (c: AppContext, status: 404 | 406 | 413 | 415, message: string) =>
    c.json({ error: { message } }, status)

  app.use('*', async (c, next) => {
    const path = decodedPath(c.req.path)
    if (path === null) return refuse(c, 404, messages.notFoundPath)
    if (isStreamWanted(c)) return refuse(c, 406, messages.unsupportedResponse)
    const calls = callsIn(path.slice(endpoint.length))
    c.set(
      'isPublic',
      calls.every(({ isPublic }) => isPublic),
    )
    c.set('maxBody', calls.some(({ isPublic }) => isPublic) ? MAX_PUBLIC_BODY_BYTES : MAX_BODY_BYTES)
    return next()
  })
  app.post('*', async (c, next) => {
    const type = c.req.header('content-type')?.split(';', 1)[0]?.trim()
    return /^application\/json$/i.test(type ?? '') ? next() : refuse(c, 415, messages.unsupportedType)
  })
  const tooLarge = (c: AppContext) => refuse(c, 413, messages.tooLarge)
  app.post('*', (c, next) => {
    const maxSize = c.get('maxBody')
    const length = c.req.header('content-length')
    // `bodyLimit` only runs here: it takes the body, and one refused unread would stop its connection's next request.
    if (length === undefined) return bodyLimit({ maxSize, onError: tooLarge })(c, next)
    return Number(length) > maxSize ? Promise.resolve(tooLarge(c)) : next()
  })
  app.all('*', respond(endpoint, sources))
  return app
}

/** Returns whether tRPC would begin its response before the calls end, which also ends their connection and session. */
const isStreamWanted = ({ req }: AppContext): boolean =>
  `${req.header('trpc-accept')},${req.header('accept')}`.includes('application/jsonl')

/** Returns the path, decoded as tRPC does; `null` when that fails. */
function decodedPath(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

function respond(endpoint: string, { hints, replica }: Sources): Handler<AppEnv> {
  return async (c) => {
    const calls = callsIn((decodedPath(c.req.path) ?? '').slice(endpoint.length))
    if (replica !== undefined && calls.every(({ isReplicated }) => isReplicated)) {
      const read = await replicaResponse(c, { hints, replica }, (authorize) => call(c, endpoint, authorize))
      if (read !== null) return read
    }
    const hinted = calls.every(({ writes }) => !writes)
      ? hintedResponse
      : // The page sends one call, and its body may be read again.
        calls[0]?.checksSession === true && pageCallsOf(c, { endpoint, maxBatch: 1 }) !== null
        ? hintedChange
        : null
    const response = await hinted?.(c, hints, (authorize) => call(c, endpoint, authorize))
    if (response != null) return response
    return call(c, endpoint, () =>
      authenticate(c, undefined, {
        onFound: (token, found) => {
          if (token !== undefined) hints.remember(token, found)
        },
      }),
    )
  }
}

/** Runs the procedures that the request calls, for the actor of `authorize`. */
function call(c: AppContext, endpoint: string, authorize: () => Promise<Ctx>): Promise<Response> {
  const createContext = async (resHeaders: Headers, names: string[]): Promise<RpcCtx> => {
    const calls = names.map(metaOf)
    if (calls.some(({ returnsToken }) => returnsToken)) c.set('hasToken', true)
    try {
      if (calls.filter(({ hashesPassword }) => hashesPassword).length > MAX_HASHING)
        throw new AppError('INVALID', messages.invalidInput)
      const ctx = await authorize()
      return { ...ctx, requestId: c.get('requestId'), cookies: webCookies(c, resHeaders) }
    } catch (error) {
      throw new AuthorizationError(error, c.get('requestId'))
    }
  }
  const onError = ({ error, path }: { error: TRPCError; path?: string | undefined }) => {
    if (error.code !== 'INTERNAL_SERVER_ERROR' || asRefusal(error.cause) !== null) return
    c.get('base').log.error(
      { requestId: c.get('requestId'), path, err: error.cause ?? error },
      'procedure failed',
    )
  }
  const calls = pageCallsOf(c, { endpoint, maxBatch: MAX_BATCH })
  if (calls !== null) return answerCalls(c, calls, { createContext, onError, headersFor: retryAfter })
  return fetchRequestHandler({
    endpoint,
    req: c.req.raw,
    router: appRouter,
    maxBatchSize: MAX_BATCH,
    responseMeta: ({ errors }) => ({ headers: retryAfter(errors) }),
    createContext: ({ resHeaders, info }) =>
      createContext(
        resHeaders,
        info.calls.map(({ path }) => path),
      ),
    onError,
  })
}

/** Returns the `Retry-After` header for refusals with a wait, the longest of several calls. */
function retryAfter(errors: readonly TRPCError[]): Headers {
  const waits = errors.map(({ cause }) => (cause instanceof AppError ? (cause.retryAfter ?? 0) : 0))
  const longest = Math.max(0, ...waits)
  return new Headers(longest === 0 ? {} : { 'Retry-After': String(longest) })
}
