import type { PostgresJSReservedSql, PostgresJSSql } from 'kysely-postgres-js'
import type postgres from 'postgres'

import { currentCaller } from '#server/platform/lib/caller.ts'
import { callAfter, withTimeout } from '#server/platform/lib/deadline.ts'
import { createSemaphore, type Release, type Semaphore } from '#server/platform/lib/semaphore.ts'

import { codeOf } from './errors.ts'
import type { Limits } from './limits.ts'
import { isUnprepared } from './scope.ts'

/** Silence, in ms, after which a connection is tested before its use, because it may be dead. */
const QUIET_MS = 500
const PING_MS = 1_000
/** Time, in ms, after which a statement's connection no longer counts, so that hanging ones do not block requests. */
const LATE_MS = 2_000
/** Pause, in ms, before all idle connections are ended again because the server does not write. */
const DISCARD_MS = 1_000
/** Share of the connections that one caller may use at once, so that other callers' statements get the processor. */
const SHARE = 0.6

/** Returns the timeout of one attempt to connect, in ms; it ends before the caller's wait, who so gets its error. */
export const connectMs = ({ wait }: Limits): number => 0.75 * wait

/** Returns the number of sockets of a pool: twice the connections in use, because some may hang. */
export const socketsFor = ({ connections }: Limits): number => 2 * connections

/** Returns the pool as Kysely's driver needs it, without streams; no wait exceeds the limits. */
export function limitPool(
  pool: postgres.Sql,
  limits: Limits,
  inUse: Semaphore = createPermits(limits),
): PostgresJSSql {
  let discarded = -Infinity
  // Older connections lead to the same server, and each would lose a save; newer ones may lead to another.
  const leaveServer = () => {
    const now = performance.now()
    if (now - discarded > DISCARD_MS) pool.discard((discarded = now))
  }
  const reserveOne = async (): Promise<PostgresJSReservedSql> => {
    const until = performance.now() + limits.wait
    const releasePermit = await inUse.acquire(limits.queue)
    try {
      const reserved = await takeResponsive(pool, limits, until)
      const release = () => {
        releasePermit()
        reserved.release()
      }
      const isBehindPgbouncer = isPgbouncerPool(pool)
      const unsafe = limitStatements(reserved, { limits, releasePermit, leaveServer, isBehindPgbouncer })
      return { release, unsafe }
    } catch (error) {
      releasePermit()
      throw error
    }
  }
  return { options: { max: pool.options.max }, end: (options) => pool.end(options), reserve: reserveOne }
}

/** Returns the semaphore of the connections: callers take turns, and none may hold all of them. */
export const createPermits = ({ connections }: Limits, refusal: () => Error = connectTimeout): Semaphore =>
  createSemaphore({
    permits: connections,
    keyOf: currentCaller,
    perKey: Math.ceil(SHARE * connections),
    refusal,
  })

/** Returns one connection in the form that Kysely's driver needs; its owner releases it. */
export function singleConnection(reserved: postgres.ReservedSql): PostgresJSSql {
  const unsafe: PostgresJSReservedSql['unsafe'] = (query, parameters, options) => {
    const pending = reserved.unsafe(query, parameters, options)
    const settled = pending.then((result) => (query === 'commit' ? withCommand(result) : result))
    return Object.assign(settled, { cancel: () => pending.cancel() })
  }
  const reserve = () => Promise.resolve({ release: () => {}, unsafe })
  return { options: { max: 1 }, end: () => Promise.resolve(), reserve }
}

/** Returns an error like the library's own, so that it counts as transient and not as a bug. */
export function connectTimeout(): Error {
  return Object.assign(new Error('No connection to the database in time.'), { code: 'CONNECT_TIMEOUT' })
}

function statementTimeout(ms: number): Error {
  return Object.assign(new Error(`The database left a statement unanswered for ${ms} ms.`), {
    code: 'STATEMENT_TIMEOUT',
  })
}

/** Takes a connection that responds; if one does not, destroys the others that have been silent since then. */
async function takeResponsive(
  pool: postgres.Sql,
  limits: Limits,
  until: number,
): Promise<postgres.ReservedSql> {
  for (;;) {
    const asked = performance.now()
    const reserved = await reservedWithin(reserve(pool, limits), Math.max(0, until - asked))
    if (asked - reserved.lastRead < QUIET_MS || (await responds(reserved))) return reserved
    pool.discard(asked)
  }
}

/** Reserves a connection. A server that accepts none in time will not answer on older ones, so those are destroyed. */
async function reserve(pool: postgres.Sql, limits: Limits): Promise<postgres.ReservedSql> {
  try {
    return await pool.reserve()
  } catch (error) {
    const isUngreeted = codeOf(error) === 'CONNECT_TIMEOUT'
    if (isUngreeted) pool.discard(performance.now() - connectMs(limits), { reserved: true })
    throw error
  }
}

/** Returns a reserved connection; one that takes longer than `ms` is released when it arrives. */
async function reservedWithin(
  reserving: Promise<postgres.ReservedSql>,
  ms: number,
): Promise<postgres.ReservedSql> {
  try {
    return await withTimeout(reserving, ms, connectTimeout)
  } catch (error) {
    void reserving.then(
      (reserved) => reserved.release(),
      () => {},
    )
    throw error
  }
}

async function responds(reserved: postgres.ReservedSql): Promise<boolean> {
  const cancel = callAfter(PING_MS, () => reserved.destroy(statementTimeout(PING_MS)))
  try {
    await reserved.unsafe('select 1')
    return true
  } catch (error) {
    reserved.destroy(error as Error)
    return false
  } finally {
    cancel()
  }
}

/** Returns whether the pool leads to a pgbouncer: only there are statements not named (pool.ts). */
export const isPgbouncerPool = (pool: postgres.Sql): boolean => !pool.options.prepare

/**
 * Writes out arrays of numbers and texts, because behind a pgbouncer no statement asks for its parameter types first.
 * After a response with no open transaction pgbouncer may give the server's connection away, so such a statement would
 * never get its second response.
 */
function arrayLiteral<T>(value: T): T | string {
  if (!Array.isArray(value)) return value
  if (!value.every((item) => typeof item === 'string' || typeof item === 'number'))
    throw new TypeError('Behind a pgbouncer an array has only numbers and texts.')
  return `{${value.map((item) => `"${String(item).replace(/["\\]/g, '\\$&')}"`).join()}}`
}

/** Returns the error for a server that refuses to write, a standby. It is transient, like an error of the library. */
const readOnlyServer = (): Error =>
  Object.assign(new Error('The server of the connection only reads.'), { code: 'CONNECTION_READ_ONLY' })

type StatementLimits = {
  limits: Limits
  releasePermit: Release
  leaveServer: () => void
  isBehindPgbouncer: boolean
}

function limitStatements(
  reserved: postgres.ReservedSql,
  { limits, releasePermit, leaveServer, isBehindPgbouncer }: StatementLimits,
): PostgresJSReservedSql['unsafe'] {
  const giveUp = () => reserved.destroy(statementTimeout(limits.statement))
  const leave = () => {
    const error = readOnlyServer()
    reserved.destroy(error)
    leaveServer()
    return error
  }
  /** Whether the transaction began as read only. */
  let isReading = false
  /** The failure of the transaction, which the errors of its later statements do not name. */
  let cause: unknown
  return (query, parameters, options: postgres.UnsafeQueryOptions) => {
    const known = cause
    const wasReading = (isReading = isReadOnlyAfter(query, isReading))
    const adapted = statementOptions(query, options)
    const pending = isBehindPgbouncer
      ? reserved.unsafe(query, parameters?.map(arrayLiteral), { ...adapted, describe: false })
      : reserved.unsafe(query, parameters, adapted)
    const stopCounting = () => {
      releasePermit()
      cancelTimer = callAfter(limits.statement - LATE_MS, giveUp)
    }
    let cancelTimer =
      limits.statement > LATE_MS ? callAfter(LATE_MS, stopCounting) : callAfter(limits.statement, giveUp)
    const settled = pending.then(
      (result) => {
        cancelTimer()
        return query === 'commit' ? withCommand(result) : result
      },
      (error: unknown) => {
        cancelTimer()
        // Calls that share a snapshot are independent, but a writing transaction must not go on after a failure.
        if (isAfterFailure(error)) throw wasReading || cause !== known ? (cause ?? error) : error
        cause = !wasReading && codeOf(error) === '25006' ? leave() : error
        throw cause
      },
    )
    return Object.assign(settled, { cancel: () => pending.cancel() })
  }
}

/** Returns whether a statement was refused because an earlier one of its transaction failed. */
const isAfterFailure = (error: unknown): boolean => codeOf(error) === '25P02'

/** Returns whether a transaction is read only by its own choice after this statement. */
function isReadOnlyAfter(query: string, before: boolean): boolean {
  if (/^(begin|start transaction)\b/.test(query)) return query.includes('read only')
  return before && query !== 'commit' && query !== 'rollback'
}

type QueryOptions = postgres.UnsafeQueryOptions & { simple?: boolean }

/**
 * Returns the options of a statement. One with LIKE is planned for its own words, because a generic plan cannot use
 * the n-gram index (1,700 ms instead of 0.5). It is unnamed, and its parameters need no description.
 */
function statementOptions(query: string, options: QueryOptions): QueryOptions {
  if (query.includes(' like ')) return { ...options, prepare: false, describe: false }
  return isUnprepared(query) ? { ...options, prepare: false, simple: true } : options
}

/**
 * Puts the command into the first row, where Kysely looks for it: PostgreSQL answers the commit of a failed transaction
 * with ROLLBACK, and a rolled-back save would otherwise look stored.
 */
function withCommand({ command, count }: postgres.RowList<postgres.Row[]>) {
  return Object.assign([{ command }], { command, count })
}
