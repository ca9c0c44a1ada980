import { TRPCError, initTRPC } from '@trpc/server'
import * as z from 'zod/mini'

import { type Ctx, requireActor, requireAdmin } from '#server/platform/core/context.ts'
import { asRefusal } from '#server/platform/core/as-refusal.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

import { transformer } from './plain.ts'
import type { WebCookies } from './web-cookies.ts'

export type RpcCtx = Ctx & { requestId: string; cookies: WebCookies }

const codes = {
  UNAUTHENTICATED: 'UNAUTHORIZED',
  FORBIDDEN: 'FORBIDDEN',
  UNCONFIRMED: 'PRECONDITION_REQUIRED',
  NOT_FOUND: 'NOT_FOUND',
  INVALID: 'BAD_REQUEST',
  CONFLICT: 'CONFLICT',
  TOO_MANY: 'TOO_MANY_REQUESTS',
  UNAVAILABLE: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<ErrorCode, TRPCError['code']>

/** The declaration of a procedure, which decides compression, limits and the database that is read (calls.ts). */
export type RpcMeta = {
  /** Whether it is a change, which never runs on a replica. */
  writes: boolean
  /** Whether the change is one transaction, which checks the session itself: then it may run for a hinted actor. */
  checksSession: boolean
  /** Whether its response may hold a token, key, code or challenge: such a response is never compressed. */
  returnsToken: boolean
  /** Whether it checks or makes a password, which takes a core for 50 ms: a request has one such call. */
  hashesPassword: boolean
  /** Whether it may be called without a session: a body is then read for any caller. */
  isPublic: boolean
  /** Whether it only reads, and may do so on a replica that has all saved data (decision 36). */
  isReplicated: boolean
}

/** The declaration of a read with a session, on the primary; every other procedure declares its differences. */
export const READS: RpcMeta = {
  writes: false,
  checksSession: false,
  returnsToken: false,
  hashesPassword: false,
  isPublic: false,
  isReplicated: false,
}

const t = initTRPC
  .context<RpcCtx>()
  .meta<Partial<RpcMeta>>()
  .create({
    transformer,
    defaultMeta: READS,
    // Stack traces never leave the server, whatever NODE_ENV says.
    isDev: false,
    errorFormatter({ shape, error, ctx }) {
      const { message, field } = readable(error)
      const requestId = ctx?.requestId ?? (error instanceof AuthorizationError ? error.requestId : undefined)
      const data = { ...shape.data, field, requestId }
      return { ...shape, message, data }
    },
  })

/** Returns the message for the user: of the refusal, of the first invalid field, or the neutral one. */
function readable(error: TRPCError): { message: string; field?: string } {
  const { cause } = error
  if (cause instanceof AppError)
    return { message: cause.message, ...(cause.field !== undefined && { field: cause.field }) }
  if (cause instanceof z.core.$ZodError) {
    const issue = cause.issues[0]
    return { message: issue?.message ?? messages.invalidInput, field: issue?.path.join('.') ?? '' }
  }
  if (error.code === 'INTERNAL_SERVER_ERROR') return { message: messages.unexpected }
  if (error.code === 'NOT_FOUND') return { message: messages.notFoundPath }
  return { message: messages.invalidInput }
}

/** A failure before there is a context, because the caller could not be identified. It carries the request's number. */
export class AuthorizationError extends TRPCError {
  readonly requestId: string

  constructor(error: unknown, requestId: string) {
    const refusal = asRefusal(error)
    super({ code: refusal === null ? 'INTERNAL_SERVER_ERROR' : codes[refusal.code], cause: refusal ?? error })
    this.requestId = requestId
  }
}

/** Returns a refusal with its code, or the error itself, which is a bug or an invalid input. */
function asTRPCError(error: unknown): unknown {
  const refusal = asRefusal(error instanceof TRPCError ? error.cause : error)
  return refusal === null
    ? error
    : new TRPCError({ code: codes[refusal.code], message: refusal.message, cause: refusal })
}

type Authorized<C extends Ctx> = Pick<C, 'actor' | 'db'>

/** Returns a procedure that authorises before it parses, in one middleware: each costs as much as a statement. */
const procedureFor = <C extends Ctx>(authorize: (ctx: Ctx) => C) =>
  t.procedure.use(async ({ ctx, next }) => {
    try {
      const { actor, db }: Authorized<C> = authorize(ctx)
      // tRPC copies the whole context for any change to it.
      const isSame = actor === ctx.actor && db === ctx.db
      const result = await next<Authorized<C>>(isSame ? {} : { ctx: { actor, db } })
      if (result.ok) return result
      throw result.error
    } catch (error) {
      throw asTRPCError(error)
    }
  })

export const router = t.router

/** Procedures that read. */
export const publicProcedure = procedureFor((ctx) => ctx).meta({ isPublic: true })
export const userProcedure = procedureFor(requireActor)
/** The procedure of lists, statistics and histories, which may take long and change nothing. */
export const readingProcedure = userProcedure.meta({ isReplicated: true })
export const adminProcedure = procedureFor(requireAdmin)

/** Procedures that change data. */
export const publicMutation = publicProcedure.meta({ writes: true })
export const userMutation = userProcedure.meta({ writes: true })
export const adminMutation = adminProcedure.meta({ writes: true })
