import type { Handler } from 'hono'
import * as z from 'zod/mini'

import { authenticate } from '#server/auth/authenticate.ts'
import {
  type Ctx,
  type UserCtx,
  requireActor,
  requireAdmin,
  requireRight,
} from '#server/platform/core/context.ts'
import { type AppContext, type AppEnv, HttpRefusal } from '#server/platform/http/app-env.ts'
import { idempotentCall } from '#server/platform/core/idempotency.ts'
import { refusalOf, STATUSES } from '#server/platform/http/refusal.ts'
import { messages } from '#shared/messages.ts'
import type { Right } from '#shared/staff/rights.ts'

import { readBody, readKey, readQuery } from './read.ts'

type Method = 'GET' | 'POST'
type Access = 'public' | 'user' | 'admin'
type BodyType = 'application/json' | 'application/x-www-form-urlencoded' | 'multipart/form-data'

export const JSON_OR_FORM: readonly BodyType[] = ['application/json', 'application/x-www-form-urlencoded']

/** The texts and examples of a path's description, besides its contract (openapi.ts). */
type Documentation = {
  tag: string
  summary: string
  /** The body of a successful response, or the type of its file. */
  answer: z.ZodMiniType | 'application/pdf' | 'image/png'
  /** A working call: its query or its body. */
  example: Record<string, unknown>
  /** The place of the session's token besides header and cookie. */
  sessionIn?: 'query' | 'body'
  /** Counts calls, and refuses with 429 when there are too many. */
  tooMany?: true
}

/** The contract of a path: it is served by this, and its description is made from it. */
export type Contract = Documentation & {
  method: Method
  access: Access
  /** The right that the operation requires, known here because a refusal comes before the body is read. */
  right?: Right | undefined
  /** The schema of the query (GET) or the body (POST). */
  input: z.ZodMiniType
  body?: readonly BodyType[]
  /** A POST that only reads, so another site gains nothing by sending it. */
  changesNothing?: boolean
  /** Takes an `Idempotency-Key`: a call repeated with it changes nothing twice. Not when `run` must not be in a transaction. */
  keyed?: boolean
  /** Whether its response may hold a token, or repeats a call that did: it is never compressed. */
  returnsToken?: boolean
  /** Status for an id that does not exist or is invalid; by default 200 with the message. */
  missing?: 404
}

export type LegacyPath = Contract & { handle: Handler<AppEnv> }

type Row<S extends z.ZodMiniType, R> = Documentation &
  Pick<Contract, 'changesNothing' | 'returnsToken' | 'missing'> & {
    input: S
    /** Also accepts form fields; only for flat input. */
    form?: boolean
    /** The operation's result in the words of the old contract, or as a file. */
    reply: (result: R, c: AppContext) => Record<string, unknown> | Response
  } & (
    | (Pick<Contract, 'right' | 'keyed'> & {
        access?: 'user' | 'admin'
        run: (ctx: UserCtx, input: z.output<S>) => Promise<R>
      })
    | { access: 'public'; right?: never; keyed?: never; run: (ctx: Ctx, input: z.output<S>) => Promise<R> }
  )

/** Returns one legacy path: authenticate, parse, run, reply. */
export function endpoint<S extends z.ZodMiniType, R>(
  method: Method,
  { run, reply, form = true, access = 'user', ...row }: Row<S, R>,
): LegacyPath {
  const { input, sessionIn, changesNothing = method === 'GET' } = row
  const body = form ? JSON_OR_FORM : JSON_OR_FORM.slice(0, 1)
  const contract: Contract = { ...row, access, method, changesNothing, ...(method === 'POST' && { body }) }
  const isPublic = access === 'public' || sessionIn === 'body'
  return handler(contract, async (c) => {
    const read = async () => (method === 'GET' ? readQuery(c) : readBody(c, { form, isPublic }))
    // A body that may hold the session's token is read before anybody is known.
    const early = sessionIn === 'body' ? z.parse(input, await read()) : undefined
    const token = sessionIn === 'query' ? (readQuery(c)['session_id'] ?? '') : tokenIn(early)
    const ctx = authorize(contract, await authenticate(c, token, { changesNothing }))
    const key = contract.keyed === true ? readKey(c) : undefined
    const sent = early ?? z.parse(input, await read())
    const answer = async (as: UserCtx) => reply(await run(as, sent), c)
    const answered =
      key === undefined ? await answer(ctx) : await replyOnce(c, { ctx, key, input: sent }, answer)
    return answered instanceof Response ? answered : c.json({ success: true, ...answered })
  })
}

const tokenIn = (sent: unknown) => (sent as { session_id?: string } | undefined)?.session_id

type ListRow<S extends z.ZodMiniType, Item> = Documentation & {
  right?: Right
  input: S
  /** Passes the items to `reply`, batch by batch, and returns its results. */
  run: <T>(ctx: UserCtx, input: z.output<S>, reply: (batch: Item[]) => T) => Promise<T[]>
  /** An item in the words of the old contract. */
  item: (item: Item) => object
  /** The response around the items. */
  reply: (items: []) => Record<string, unknown>
}

/** Returns a path that responds with a whole list. Its JSON comes in batches, because other calls wait for each one. */
export function listEndpoint<S extends z.ZodMiniType, Item>(row: ListRow<S, Item>): LegacyPath {
  const { run, item, reply, ...rest } = row
  const { input } = row
  const [head = '', tail = ''] = JSON.stringify({ success: true, ...reply([]) }).split('[]')
  const contract = { ...rest, method: 'GET', access: 'user', changesNothing: true } as const
  return handler(contract, async (c) => {
    const ctx = authorize(contract, await authenticate(c))
    const written = await run(ctx, z.parse(input, readQuery(c)), (batch) =>
      Buffer.from(`,${JSON.stringify(batch.map(item)).slice(1, -1)}`),
    )
    const items = Buffer.concat(written).subarray(1)
    const body = Buffer.concat([Buffer.from(`${head}[`), items, Buffer.from(`]${tail}`)])
    return c.body(body, 200, { 'Content-Type': 'application/json' })
  })
}

/** The first response to a call with this key, for this path (decisions: saving twice). Throws 422. */
async function replyOnce(
  c: AppContext,
  { ctx, ...call }: { ctx: UserCtx; key: string; input: unknown },
  run: (trx: UserCtx) => Promise<object>,
): Promise<object> {
  // The same path is served under two prefixes.
  const operation = c.req.path.replace(/^.*\/api\//, '')
  const result = await idempotentCall(ctx, { operation, ...call }, run)
  if (result === null) throw new HttpRefusal(422, messages.keyReused)
  if (result.isReplayed) c.header('Idempotent-Replayed', 'true')
  return result.answer
}

/** Returns the caller of a path before the body is read (decisions: session, right, size, type, body), or throws. */
export function authorize({ access, right }: Pick<Contract, 'access' | 'right'>, ctx: Ctx): UserCtx {
  if (access === 'public') return ctx as UserCtx
  const authorized = access === 'admin' ? requireAdmin(ctx) : requireActor(ctx)
  if (right !== undefined) requireRight(authorized, right)
  return authorized
}

/** Returns a path that needs its own steps; method check and refusals are the same as for all paths. */
export function handler(contract: Contract, run: (c: AppContext) => Promise<Response>): LegacyPath {
  const { method, missing, returnsToken = false } = contract
  const handle: Handler<AppEnv> = async (c) => {
    c.set('hasToken', returnsToken)
    try {
      const called = c.req.raw.method
      const Allow = method === 'GET' ? 'GET, HEAD' : method
      if (called !== method && !(called === 'HEAD' && method === 'GET'))
        throw new HttpRefusal(405, messages.methodNotAllowed, { Allow })
      return await run(c)
    } catch (error) {
      return refuse(c, error, missing)
    }
  }
  return { ...contract, handle }
}

/** Returns the response to a failure. With 200 the old client reads the body's message (decisions: legacy paths). */
export function refuse(c: AppContext, error: unknown, missing: 200 | 404 = 200): Response {
  const statuses = { ...STATUSES, CONFLICT: 200, INVALID: missing, NOT_FOUND: missing } as const
  const refusal = refusalOf(c, error, { statuses, failed: 'legacy call failed' })
  const { status, headers } = refusal
  const isInvalidId = missing === 404 && error instanceof z.core.$ZodError
  const message = isInvalidId ? messages.kayitNotFound : refusal.message
  const named = status !== 200 && { request_id: c.get('requestId') }
  return c.json({ success: false, message, ...named }, status, headers)
}
