import type { PostgresJSReservedSql, PostgresJSSql } from 'kysely-postgres-js'
import type postgres from 'postgres'

import { deadline, within } from '#server/lib/deadline.ts'
import { createSemaphore, type Release } from '#server/lib/semaphore.ts'

import type { Limits } from './limits.ts'

/** A connection from which nothing came for so long, in ms, is asked before it is used: it may be dead. */
const QUIET_MS = 500
const PING_MS = 1_000
/** From then on a statement's connection does not count: those that hang must not keep out who comes after. */
const LATE_MS = 2_000

/** An attempt to connect gets this long, in ms: less than who waits for it, who then learns what it came to. */
export const connectMs = ({ wait }: Limits): number => 0.75 * wait

/** Sockets that a pool of these limits needs: as many again as are in use, for those that do not answer. */
export const socketsFor = ({ connections }: Limits): number => 2 * connections

/** The pool as Kysely's driver wants it, where nothing waits longer than the limits say. It cannot stream. */
export function withLimits(pool: postgres.Sql, limits: Limits): PostgresJSSql {
  const inUse = createSemaphore({ permits: limits.connections, refusal: noConnection })
  const reserveOne = async (): Promise<PostgresJSReservedSql> => {
    const until = performance.now() + limits.wait
    const releasePermit = await inUse.acquire(limits.wait)
    try {
      const reserved = await takeAnswering(pool, limits, until)
      const release = () => {
        reserved.release()
        releasePermit()
      }
      return { release, unsafe: statements(reserved, limits, releasePermit) }
    } catch (error) {
      releasePermit()
      throw error
    }
  }
  return { options: { max: pool.options.max }, end: (options) => pool.end(options), reserve: reserveOne }
}

/** As an error of the library's, for whoever tells passing faults from bugs. */
export function noConnection(): Error {
  return Object.assign(new Error('No connection to the database in time.'), { code: 'CONNECT_TIMEOUT' })
}

function noAnswer(ms: number): Error {
  return Object.assign(new Error(`The database left a statement unanswered for ${ms} ms.`), {
    code: 'STATEMENT_TIMEOUT',
  })
}

/** A connection that is not silently dead. Where one is, the others that have been silent since then go as well. */
async function takeAnswering(
  pool: postgres.Sql,
  limits: Limits,
  until: number,
): Promise<postgres.ReservedSql> {
  for (;;) {
    const asked = performance.now()
    const reserved = await orForTheNext(reserve(pool, limits), Math.max(0, until - asked))
    if (asked - reserved.lastRead < QUIET_MS || (await answers(reserved))) return reserved
    pool.discard(asked)
  }
}

/**
 * Where the server does not greet a new connection, the others that have been silent as long wait for nothing: they
 * end now, whatever runs on them.
 */
async function reserve(pool: postgres.Sql, limits: Limits): Promise<postgres.ReservedSql> {
  try {
    return await pool.reserve()
  } catch (error) {
    const isUngreeted = error instanceof Error && 'code' in error && error.code === 'CONNECT_TIMEOUT'
    if (isUngreeted) pool.discard(performance.now() - connectMs(limits), { reserved: true })
    throw error
  }
}

/** A reservation, unless it takes longer than `ms`: then it is given back when it comes. */
async function orForTheNext(
  reserving: Promise<postgres.ReservedSql>,
  ms: number,
): Promise<postgres.ReservedSql> {
  try {
    return await within(reserving, ms, noConnection())
  } catch (error) {
    void reserving.then(
      (reserved) => reserved.release(),
      () => {},
    )
    throw error
  }
}

async function answers(reserved: postgres.ReservedSql): Promise<boolean> {
  const cancel = deadline(PING_MS, () => reserved.destroy(noAnswer(PING_MS)))
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

function statements(
  reserved: postgres.ReservedSql,
  limits: Limits,
  releasePermit: Release,
): PostgresJSReservedSql['unsafe'] {
  return (query, parameters, options: postgres.UnsafeQueryOptions) => {
    const pending = reserved.unsafe(query, parameters, options)
    const stopCounting = deadline(LATE_MS, releasePermit)
    const giveUp = deadline(limits.statement, () => reserved.destroy(noAnswer(limits.statement)))
    const answered = pending.finally(() => {
      stopCounting()
      giveUp()
    })
    const cancel = () => pending.cancel()
    return Object.assign(query === 'commit' ? answered.then(withCommand) : answered, { cancel })
  }
}

/**
 * PostgreSQL answers `commit` with ROLLBACK when an earlier statement of the transaction had failed. Kysely looks
 * for that answer in the first row, where postgres.js does not put it: without this, nothing stored looks saved.
 */
function withCommand({ command, count }: postgres.RowList<postgres.Row[]>) {
  return Object.assign([{ command }], { command, count })
}
