import * as z from 'zod/mini'

import { asRefusal, isCallerDisconnected } from '#server/platform/core/as-refusal.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

import { type AppContext, HttpRefusal } from './app-env.ts'

/** The status of each refusal. */
export const STATUSES = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  UNCONFIRMED: 403,
  NOT_FOUND: 404,
  INVALID: 400,
  CONFLICT: 409,
  TOO_MANY: 429,
  UNAVAILABLE: 503,
} as const satisfies Record<ErrorCode, number>

type Status = (typeof STATUSES)[ErrorCode] | HttpRefusal['status'] | 200 | 500
type Refusal = { status: Status; message: string; headers?: Record<string, string> }

/** Returns the message and status for any failure, as the caller of a path gets them. A bug is logged under the name `failed`. */
export function refusalOf(
  c: AppContext,
  error: unknown,
  { statuses, failed }: { statuses: Record<ErrorCode, Status>; failed: string },
): Refusal {
  if (error instanceof z.core.$ZodError)
    return { status: statuses.INVALID, message: error.issues[0]?.message ?? messages.invalidInput }
  if (isCallerDisconnected(error)) return { status: 400, message: messages.malformedBody }
  if (error instanceof HttpRefusal) return error
  const refusal = asRefusal(error)
  if (refusal === null) {
    c.get('base').log.error({ requestId: c.get('requestId'), err: error }, failed)
    return { status: 500, message: messages.unexpected }
  }
  const { code, message, retryAfter } = refusal
  const headers = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
  return { status: statuses[code], message, headers }
}
