import { MutationCache, QueryCache, QueryClient, type QueryMeta } from '@tanstack/react-query'

import { connection, doubtConnection } from '#client/lib/connection.ts'
import { errorData, isNetworkError } from '#client/lib/error-message.ts'
import { SUSPENDED_FIELD } from '#shared/auth/suspension.ts'

type Listener = (reason?: string) => void

/** Returns whether the same read may succeed a moment later: no response, or an overloaded or restarting server. */
export function isTransient(error: Error): boolean {
  const status = errorData(error)?.httpStatus
  return status === undefined || status >= 502
}

/** A call without a response is not repeated while the probes run: its screen shows the failure at once. */
const mayRetry = (failures: number, error: Error) =>
  failures < 2 && isTransient(error) && (connection.get() === 'up' || !isNetworkError(error))

const unauthorizedListeners = new Set<Listener>()

/**
 * Calls `listener` when the server refuses a call for lack of a session, with the reason if it gives one. Returns the
 * unsubscribe function.
 */
export function onUnauthorized(listener: Listener): () => void {
  unauthorizedListeners.add(listener)
  return () => void unauthorizedListeners.delete(listener)
}

function noteFailure(error: Error, meta?: QueryMeta): void {
  const data = errorData(error)
  if (isNetworkError(error)) doubtConnection()
  else if (data !== undefined) connection.set('up')
  if (meta?.['isQuiet'] === true) return
  // A refused login concerns the form that sent it and does not end a session.
  if (data === undefined || data.path?.startsWith('auth.') === true) return
  if (data.code === 'UNAUTHORIZED') announceUnauthorized()
  if (data.code === 'FORBIDDEN' && data.field === SUSPENDED_FIELD) announceUnauthorized(error.message)
}

const noteSuccess = () => connection.set('up')

/** Reports a session that has ended or belongs to another user, for a check that found it. */
export function announceUnauthorized(reason?: string): void {
  for (const listener of unauthorizedListeners) listener(reason)
}

/** Marks a read in the background: its refusal must not interrupt the user's typing with a login. */
export const QUIET: QueryMeta = { isQuiet: true }

/** Creates the query client. Reads are retried after a transient failure; writes never: only the user repeats them. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => noteFailure(error, meta),
      onSuccess: noteSuccess,
    }),
    mutationCache: new MutationCache({ onError: (error) => noteFailure(error), onSuccess: noteSuccess }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: mayRetry,
        // The server may be in the shop's own network, which works without internet.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
