import { TRPCClientError } from '@trpc/client'

import { loginMessages } from '#shared/login-messages.ts'

/** The data that our server adds to an error; absent if no response arrived. */
export interface ErrorData {
  code?: string
  httpStatus?: number
  path?: string
  /** Path of the invalid input, as the form names it. */
  field?: string
}

/** The user cancelled a call before it was made, so no message is shown. */
export class CancelledError extends Error {}

/** Returns the server's data of a refusal; undefined for a lost connection and for other errors. */
export function errorData(error: unknown): ErrorData | undefined {
  if (!(error instanceof TRPCClientError)) return undefined
  return (error.data as ErrorData | null | undefined) ?? undefined
}

/** Returns whether the requested thing does not exist for this user, so that a retry does not help. */
export function isMissing(error: unknown): boolean {
  const { code } = errorData(error) ?? {}
  return code === 'NOT_FOUND' || code === 'BAD_REQUEST'
}

/** Returns whether no response of the application arrived: connection lost, server down, a proxy's error page. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof TRPCClientError && errorData(error) === undefined
}

/**
 * Returns the message for a failed call: the server's own after a refusal, `unreachable` without a response, otherwise
 * the fallback of the screen (specification §8).
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

const TRY_LATER = 'Biraz sonra tekrar deneyin; sürerse destek ekibine yazın.'

/** The next steps by the message or the code of a refusal that states none. */
const NEXT_STEPS: Record<string, string> = {
  [loginMessages.loginWrong]: 'Parolanızı unuttuysanız hesabınızı açan yöneticiden yenisini isteyin.',
  INTERNAL_SERVER_ERROR: TRY_LATER,
  NOT_FOUND: 'Bu arada silinmiş olabilir; sayfayı yenileyip bakın.',
  CONFLICT: 'Yazdıklarınız duruyor; tekrar deneyin.',
  FORBIDDEN: 'Sayfayı yenileyip tekrar deneyin; sürerse hesabınızı açan yöneticiye sorun.',
}

/** Returns the user's next step after a failed call; '' if the message itself states it. */
export function nextStep(error: unknown): string {
  if (isNetworkError(error)) return 'Bağlantınızı denetleyip tekrar deneyin.'
  const data = errorData(error)
  if (data === undefined) return TRY_LATER
  return NEXT_STEPS[error instanceof Error ? error.message : ''] ?? NEXT_STEPS[data.code ?? ''] ?? ''
}
