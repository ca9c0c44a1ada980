import postgres from 'postgres'

import { connectMs, socketsFor } from './connections.ts'
import { type Limits, REQUEST_LIMITS } from './limits.ts'

/** Milliseconds after which the server ends an idle transaction. */
const IDLE_TRANSACTION_TIMEOUT = 15_000
/** Seconds of silence before TCP keepalive: the system then sends ten probes, one a second. */
const KEEP_ALIVE_SECONDS = 10
const LONGEST_PAUSE_SECONDS = 0.25

export type PoolTarget = {
  /** `postgres://…`; the other fields win over it. */
  url?: string
  /** A host name, several with commas between them, or the folder of a Unix socket. */
  host?: string
  port?: number
  username?: string
  password?: string
  database?: string
  /** Maximum number of sockets; by default the number that the limits need. */
  max?: number
  /** Whether the address is a pgbouncer in transaction mode: no named statements, no settings at connection time. */
  pgbouncer?: boolean
  /** The kind of server to use; any by default. A pool of requests must not settle on a standby. */
  kind?: 'primary' | 'read-write' | 'standby' | undefined
}

/**
 * Returns the pool with our types and limits. Calendar days stay text ('YYYY-MM-DD'), bigint and sums of bigint are
 * numbers (an unsafe one is an error, never a wrong number), instants are `Date`.
 */
export function createPool(target: PoolTarget, limits: Limits = REQUEST_LIMITS): postgres.Sql {
  const { url, max = socketsFor(limits), pgbouncer = false, kind, ...login } = target
  const options: postgres.Options<typeof types> = {
    ...login,
    target_session_attrs: kind,
    max,
    prepare: !pgbouncer,
    connect_timeout: connectMs(limits) / 1_000,
    keep_alive: KEEP_ALIVE_SECONDS,
    // The library's own pauses grow to 20 s: too slow to notice that the database is back.
    backoff: (tries: number) => Math.min(0.02 * 2 ** tries, LONGEST_PAUSE_SECONDS),
    onnotice: () => {},
    types,
    connection: {
      application_name: 'oto-servis',
      TimeZone: 'UTC',
      DateStyle: 'ISO, YMD',
      ...(pgbouncer ? {} : serverSettings(limits)),
    },
  }
  return url === undefined ? postgres(options) : postgres(url, options)
}

const serverSettings = (limits: Limits) => ({
  // The data of a shop is in memory or on an SSD. With the default of 4, for disks, the twenty records of a page
  // come by reading the whole table of a small shop.
  random_page_cost: 1.1,
  // Starting a process for a part of a statement takes longer than the statements of a request take.
  max_parallel_workers_per_gather: '0',
  statement_timeout: limits.serverStatement,
  idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT,
})

const types = {
  day: { to: 1082, from: [1082], serialize: String, parse: (text: string) => text },
  bigint: { to: 20, from: [20], serialize: String, parse: safeInteger },
  numeric: { to: 1700, from: [1700], serialize: String, parse: safeNumeric },
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number exactly.`)
  return value
}

/** The schema has no numeric column: a numeric value is the sum of a bigint, which must be exact, or an average. */
function safeNumeric(text: string): number {
  return text.includes('.') ? Number(text) : safeInteger(text)
}
