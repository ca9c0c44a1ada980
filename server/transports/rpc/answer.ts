import {
  callTRPCProcedure,
  getTRPCErrorFromUnknown,
  getTRPCErrorShape,
  transformTRPCResponse,
  TRPCError,
} from '@trpc/server'
import { getHTTPStatusCode } from '@trpc/server/http'

import type { AppContext } from '#server/platform/http/app-env.ts'

import { appRouter } from './app-router.ts'
import { typeOf } from './calls.ts'
import type { RpcCtx } from './trpc.ts'

type PageCalls = {
  type: 'query' | 'mutation'
  names: string[]
  isBatch: boolean
  /** The JSON of a query's input. */
  sentInput: string | undefined
}

type Hooks = {
  createContext: (headers: Headers, names: string[]) => Promise<RpcCtx>
  onError: (failed: { error: TRPCError; path: string }) => void
  /** The headers that the failures of a request add to its response. */
  headersFor: (errors: readonly TRPCError[]) => Headers
}

/**
 * Returns the calls of a request in the form in which the page sends them: at most `maxBatch` known procedures of one
 * type, by its method, with JSON. Returns `null` for every other form, which is tRPC's own handler's to answer.
 */
export function pageCallsOf(
  c: AppContext,
  { endpoint, maxBatch }: { endpoint: string; maxBatch: number },
): PageCalls | null {
  const type = { GET: 'query' as const, POST: 'mutation' as const }[c.req.method]
  const isJson = c.req.header('content-type')?.startsWith('application/json') ?? type === 'query'
  const { batch, connectionParams, input: sentInput } = c.req.query() as Record<string, string | undefined>
  if (type === undefined || !isJson || connectionParams !== undefined) return null
  const isBatch = batch === '1'
  const path = c.req.path.slice(endpoint.length + 1)
  const names = isBatch ? path.split(',') : [path]
  return names.length <= maxBatch && names.every((name) => typeOf(name) === type)
    ? { type, names, isBatch, sentInput }
    : null
}

const { _config: config } = appRouter._def

/**
 * Runs the calls and returns the same response as tRPC's `fetchRequestHandler`, without its Headers and two
 * AbortControllers for each call: 40 to 60 µs of the server's CPU (tests/server/transports/rpc/answer.test.ts compares).
 */
export async function answerCalls(
  c: AppContext,
  pageCalls: PageCalls,
  { createContext, onError, headersFor }: Hooks,
): Promise<Response> {
  const { type, names, isBatch } = pageCalls
  const headers = new Headers({ 'content-type': 'application/json', vary: 'trpc-accept, accept' })
  const authorized = await createContext(headers, names).then(
    (ctx) => ({ ctx }),
    (error: unknown) => ({ ctx: undefined, error }),
  )
  const { ctx } = authorized
  let inputs: Promise<unknown[]> | undefined
  const errors: TRPCError[] = []
  const run = async (path: string, batchIndex: number) => {
    try {
      if (ctx === undefined) throw authorized.error
      const getRawInput = async () => (await (inputs ??= readInputs(c, pageCalls)))[batchIndex]
      const call = { router: appRouter, path, type, ctx, getRawInput, signal: undefined, batchIndex }
      return { result: { data: await callTRPCProcedure(call) } }
    } catch (cause) {
      const error = getTRPCErrorFromUnknown(cause)
      errors.push(error)
      onError({ error, path })
      return { error: getTRPCErrorShape({ config, error, type, path, input: undefined, ctx }) }
    }
  }
  const results = await Promise.all(names.map(run))
  if (errors.length > 0) for (const [name, value] of headersFor(errors)) headers.append(name, value)
  const sent = results.map((result) => transformTRPCResponse(config, result))
  return new Response(JSON.stringify(isBatch ? sent : sent[0]), {
    status: getHTTPStatusCode(results),
    headers,
  })
}

/** Returns the input of each call. Throws BAD_REQUEST as tRPC does. */
async function readInputs(c: AppContext, { names, isBatch, sentInput }: PageCalls): Promise<unknown[]> {
  const { input: transformer } = config.transformer
  try {
    const sent: unknown = c.req.method === 'GET' ? parseQuery(sentInput) : await c.req.json()
    if (sent === undefined) return []
    if (!isBatch) return [transformer.deserialize(sent)]
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw new TypeError('no object')
    const inputs = sent as Record<number, unknown>
    return names.map((_, index) => {
      const input = inputs[index]
      return input === undefined ? undefined : (transformer.deserialize(input) as unknown)
    })
  } catch (cause) {
    throw new TRPCError({ code: 'BAD_REQUEST', cause })
  }
}

const parseQuery = (input = ''): unknown => (input === '' ? undefined : JSON.parse(input))
