import type { AbortableQueryOptions } from 'kysely'

/** Options of a statement that the database ends when `signal` is aborted. */
export const cancelOptions = (signal: AbortSignal | undefined): AbortableQueryOptions =>
  signal === undefined ? {} : { signal, inflightQueryAbortStrategy: 'cancel query' }
