import type { PostgresJSReservedSql, PostgresJSSql } from 'kysely-postgres-js'
import type postgres from 'postgres'

import { currentCaller } from '#server/platform/lib/caller.ts'
import { deadline, within } from '#server/platform/lib/deadline.ts'
import { createSemaphore, type Release, type Semaphore } from '#server/platform/lib/semaphore.ts'

import { codeOf } from './errors.ts'
import type { Limits } from './limits.ts'
import { isUnprepared } from './scope.ts'

/** A connection that was silent for this long, in ms, is tested before it is used: it may be dead. */
const QUIET_MS = 500
const PING_MS = 1_000
/** After this time, in ms, a statement's connection no longer counts: hanging ones must not block later requests. */
const LATE_MS = 2_000
/** Between two times at which all idle connections are ended because the server does not write, in ms. */
const DISCARD_MS = 1_000
/** What one caller may use of the connections at once: more would take the processor from the others' statements. */
const SHARE = 0.6

/** Timeout of one attempt to connect, in ms: less than the caller waits, so that the caller gets its error. */
export const connectMs = ({ wait }: Limits): number => 0.75 * wait

/** Sockets that a pool of these limits needs: twice the connections in use, because of those that hang. */
export const socketsFor = ({ connections }: Limits): number => 2 * connections

/** Returns the pool as Kysely's driver needs it; nothing waits longer than the limits. It cannot stream. */
export function withLimits(
  pool: postgres.Sql,
  limits: Limits,
  inUse: Semaphore = permitsFor(limits),
): PostgresJSSql {
  let discarded = -Infinity
  // The others are connected to the same server, unless they were connected since: each would lose a save.
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
      const isBehindPgbouncer = isPooled(pool)
      const unsafe = statements(reserved, { limits, releasePermit, leaveServer, isBehindPgbouncer })
      return { release, unsafe }
    } catch (error) {
      releasePermit()
      throw error
    }
  }
  return { options: { max: pool.options.max }, end: (options) => pool.end(options), reserve: reserveOne }
}

/** What lets as many use a connection at once as the limits say, the callers in turn, none of them all. */
export const permitsFor = ({ connections }: Limits, refusal: () => Error = noConnection): Semaphore =>
  createSemaphore({
    permits: connections,
    keyOf: currentCaller,
    each: Math.ceil(SHARE * connections),
    refusal,
  })

/** One connection in the form that Kysely's driver needs; its owner releases it. */
export function alwaysOn(reserved: postgres.ReservedSql): PostgresJSSql {
  const unsafe: PostgresJSReservedSql['unsafe'] = (query, parameters, options) => {
    const pending = reserved.unsafe(query, parameters, options)
    const settled = pending.then((result) => (query === 'commit' ? withCommand(result) : result))
    return Object.assign(settled, { cancel: () => pending.cancel() })
  }
  const reserve = () => Promise.resolve({ release: () => {}, unsafe })
  return { options: { max: 1 }, end: () => Promise.resolve(), reserve }
}

/** An error like the library's own, so that it counts as transient and not as a bug. */
export function noConnection(): Error {
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

/** If the server accepts no connection in time, it will not answer on older ones: destroys those silent as long. */
async function reserve(pool: postgres.Sql, limits: Limits): Promise<postgres.ReservedSql> {
  try {
    return await pool.reserve()
  } catch (error) {
    const isUngreeted = codeOf(error) === 'CONNECT_TIMEOUT'
    if (isUngreeted) pool.discard(performance.now() - connectMs(limits), { reserved: true })
    throw error
  }
}

/** A reserved connection, unless it takes longer than `ms`: then it is released when it arrives. */
async function reservedWithin(
  reserving: Promise<postgres.ReservedSql>,
  ms: number,
): Promise<postgres.ReservedSql> {
  try {
    return await within(reserving, ms, noConnection)
  } catch (error) {
    void reserving.then(
      (reserved) => reserved.release(),
      () => {},
    )
    throw error
  }
}

async function responds(reserved: postgres.ReservedSql): Promise<boolean> {
  const cancel = deadline(PING_MS, () => reserved.destroy(statementTimeout(PING_MS)))
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

/** Whether it leads to a pgbouncer: named statements are left out there only (pool.ts). */
export const isPooled = (pool: postgres.Sql): boolean => !pool.options.prepare

/**
 * Behind a pgbouncer no statement asks for the types of its parameters first: at a response after which no transaction is
 * open, pgbouncer may give the server's connection away, and such a statement would never get its response. Without the
 * types only arrays, of numbers and texts, have to be spelled out.
 */
function spelledOut<T>(value: T): T | string {
  if (!Array.isArray(value)) return value
  if (!value.every((item) => typeof item === 'string' || typeof item === 'number'))
    throw new TypeError('Behind a pgbouncer an array has only numbers and texts.')
  return `{${value.map((item) => `"${String(item).replace(/["\\]/g, '\\$&')}"`).join()}}`
}

/** The server refuses to write: it is a standby, or was made one. Like an error of the library, so that it is transient. */
const readOnlyServer = (): Error =>
  Object.assign(new Error('The server of the connection only reads.'), { code: 'CONNECTION_READ_ONLY' })

type Surroundings = {
  limits: Limits
  releasePermit: Release
  leaveServer: () => void
  isBehindPgbouncer: boolean
}

function statements(
  reserved: postgres.ReservedSql,
  { limits, releasePermit, leaveServer, isBehindPgbouncer }: Surroundings,
): PostgresJSReservedSql['unsafe'] {
  const giveUp = () => reserved.destroy(statementTimeout(limits.statement))
  const leave = () => {
    const error = readOnlyServer()
    reserved.destroy(error)
    leaveServer()
    return error
  }
  /** Whether the transaction was begun to read only. */
  let isReading = false
  /** Why the transaction failed, which the statements after it are not told. */
  let cause: unknown
  return (query, parameters, options: postgres.UnsafeQueryOptions) => {
    const known = cause
    const wasReading = (isReading = reads(query, isReading))
    const pending = isBehindPgbouncer
      ? reserved.unsafe(query, parameters?.map(spelledOut), { ...planned(query, options), describe: false })
      : reserved.unsafe(query, parameters, planned(query, options))
    const stopCounting = () => {
      releasePermit()
      cancelTimer = deadline(limits.statement - LATE_MS, giveUp)
    }
    let cancelTimer =
      limits.statement > LATE_MS ? deadline(LATE_MS, stopCounting) : deadline(limits.statement, giveUp)
    const settled = pending.then(
      (result) => {
        cancelTimer()
        return query === 'commit' ? withCommand(result) : result
      },
      (error: unknown) => {
        cancelTimer()
        // Calls that share a snapshot do not know of each other; a writing transaction must not go on after a failure.
        if (isAfterFailure(error)) throw wasReading || cause !== known ? (cause ?? error) : error
        cause = !wasReading && codeOf(error) === '25006' ? leave() : error
        throw cause
      },
    )
    return Object.assign(settled, { cancel: () => pending.cancel() })
  }
}

/** PostgreSQL refuses every statement of a transaction after one has failed. */
const isAfterFailure = (error: unknown): boolean => codeOf(error) === '25P02'

/** Whether a transaction only reads by its own wish once this statement is carried out. */
function reads(query: string, before: boolean): boolean {
  if (/^(begin|start transaction)\b/.test(query)) return query.includes('read only')
  return before && query !== 'commit' && query !== 'rollback'
}

type QueryOptions = postgres.UnsafeQueryOptions & { simple?: boolean }

/**
 * A search is planned for its own words each time: a generic plan for `like $1` cannot use the trigram index, 1,700 ms
 * instead of 0.5. It is not named, and its parameters, texts and numbers, need no description by the server.
 */
function planned(query: string, options: QueryOptions): QueryOptions {
  if (query.includes(' like ')) return { ...options, prepare: false, describe: false }
  return isUnprepared(query) ? { ...options, prepare: false, simple: true } : options
}

/**
 * PostgreSQL responds to the commit of a failed transaction with ROLLBACK. Kysely looks for that in the first row,
 * where postgres.js does not put it: without this, a rolled-back save would look stored.
 */
function withCommand({ command, count }: postgres.RowList<postgres.Row[]>) {
  return Object.assign([{ command }], { command, count })
}
