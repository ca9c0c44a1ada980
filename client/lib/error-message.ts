import { TRPCClientError } from '@trpc/client'

import { loginMessages } from '#shared/login-messages.ts'

/** The data that our server adds to an error; absent when no response arrived. */
export interface ErrorData {
  code?: string
  httpStatus?: number
  path?: string
  /** Path of the invalid input, as the form names it. */
  field?: string
}

/** The server's data of a refusal; undefined for a lost connection and for errors of another kind. */
export function errorData(error: unknown): ErrorData | undefined {
  if (!(error instanceof TRPCClientError)) return undefined
  return (error.data as ErrorData | null | undefined) ?? undefined
}

/** True when no response of the application arrived: connection lost, server down, a proxy's error page. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof TRPCClientError && errorData(error) === undefined
}

/**
 * The message for a failed call: the server's own when it refused, `unreachable` when no response arrived,
 * otherwise the fallback of the screen (specification §8).
 */
export function errorMessage(
  error: unknown,
  fallback: string,
  unreachable: string = loginMessages.networkError,
): string {
  if (isNetworkError(error)) return unreachable
  const data = errorData(error)
  const refused = error instanceof Error && data !== undefined && data.code !== 'INTERNAL_SERVER_ERROR'
  return refused && error.message !== '' ? error.message : fallback
}
