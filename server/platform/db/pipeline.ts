import { nextTick } from 'node:process'

import {
  AbortedTransactionError,
  CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  Kysely,
  type KyselyProps,
  type QueryExecutor,
} from 'kysely'

import { GuardedKysely } from './guarded.ts'
import { rollBack } from './postgres-dialect.ts'
import { beginScoped, type Scope, scopeStatements, type ScopeMode } from './scope.ts'
import type { DB } from './schema.ts'

const BEGIN = 'begin isolation level repeatable read read only'
const COMMIT = CompiledQuery.raw('commit')

/**
 * Runs `work` on one connection that sends statements at once: Kysely's own `connection` and `transaction` wait for each
 * response. Outside a transaction the statements only read. `wrapConnection` gets the connection first and may replace it.
 */
export function pipeline<T>(
  db: Kysely<DB>,
  work: (db: Kysely<DB>) => Promise<T>,
  wrapConnection?: (connection: DatabaseConnection) => DatabaseConnection,
): Promise<T> {
  const { pool, scope } = db instanceof GuardedKysely ? db : { pool: db.getExecutor(), scope: null }
  return pool.provideConnection(async (connection) => {
    const one = new Pipeline(pool, wrapConnection === undefined ? connection : wrapConnection(connection), db)
    try {
      return await work(scope === null ? one.db : one.scopedTo(scope))
    } finally {
      await one.end()
    }
  })
}

/**
 * Sends the commit behind the statements that were just started, without waiting for their results. It sends none if
 * one of them, or of the changes that `watch` knows, fails before the server has it, because the server would commit
 * the others. No statement may follow.
 */
export type SendCommit = () => void

/**
 * Runs `work` in a transaction whose begin is sent with the first statements, and commits only if the begin and `authorize`
 * succeed. `work` must begin by reading and locking: an earlier write would stay if the server refused the begin alone.
 */
export function pipelineTransaction<T>(
  db: Kysely<DB>,
  work: (trx: Kysely<DB>, sendCommit: SendCommit) => Promise<T>,
  authorize: (trx: Kysely<DB>) => Promise<void> = () => Promise.resolve(),
): Promise<T> {
  const { pool, scope } = db instanceof GuardedKysely ? db : { pool: db.getExecutor(), scope: null }
  return pool.provideConnection((connection) =>
    new Pipeline(pool, checked(connection), db).transaction({ scope, work, authorize }),
  )
}

type Transaction<T> = {
  scope: Scope | null
  work: (trx: Kysely<DB>, sendCommit: SendCommit) => Promise<T>
  authorize: (trx: Kysely<DB>) => Promise<void>
}

/** Returns whether this is the database inside `pipeline`. */
export const isPipelined = (db: Kysely<DB>): db is PipelinedKysely => db instanceof PipelinedKysely

/** Returns the snapshot of a database inside `pipeline`, begun by the first call, or `null` outside. */
export const snapshotOf = (db: Kysely<DB>): Kysely<DB> | null =>
  isPipelined(db) ? db.pipeline.snapshot() : null

/** Sends the statements of one connection while it is in use. */
class Pipeline {
  readonly db: Kysely<DB>
  /** Whether its statements find the rows of a shop only in a scope. */
  readonly isGuarded: boolean
  readonly scopeMode: ScopeMode
  scope: Scope | null = null
  readonly #connection: DatabaseConnection
  #snapshot: Kysely<DB> | null = null
  #running = new Set<Promise<unknown>>()
  #hasEnded = false
  #hasFailed = false
  #committed: Promise<void> | null = null

  constructor(executor: QueryExecutor, connection: DatabaseConnection, db: Kysely<DB>) {
    this.#connection = connection
    this.isGuarded = db instanceof GuardedKysely
    this.scopeMode = db instanceof GuardedKysely ? db.scopeMode : 'batched'
    this.db = new PipelinedKysely(
      { ...UNUSED, executor: executor.withConnectionProvider(this.#provider) },
      { pipeline: this, isTransaction: db.isTransaction },
    )
  }

  /** Does not commit behind `work` once it has failed. */
  watch(work: Promise<unknown>): void {
    work.catch(() => (this.#hasFailed = true))
  }

  /** Sends the begin with the first statements; it fails only with the connection, and they fail with it. */
  snapshot(): Kysely<DB> {
    if (this.db.isTransaction) return this.db
    return this.#snapshot ?? this.#begin([CompiledQuery.raw(BEGIN)])
  }

  #begin(statements: readonly CompiledQuery[]): Kysely<DB> {
    for (const statement of statements) this.#send(statement)
    return (this.#snapshot = this.#transactionOn(this.#provider))
  }

  #transactionOn(provider: ConnectionProvider): PipelinedKysely {
    const executor = this.db.getExecutor().withConnectionProvider(provider)
    return new PipelinedKysely({ ...UNUSED, executor }, { pipeline: this, isTransaction: true })
  }

  /** Sends the scope with the snapshot's begin; a later scope counts for all statements after it. */
  scopedTo(scope: Scope): Kysely<DB> {
    this.scope = scope
    if (this.#snapshot === null) return this.#begin(beginScoped(BEGIN, scope, this.scopeMode))
    for (const statement of scopeStatements(scope, this.scopeMode)) this.#send(statement)
    return this.#snapshot
  }

  async transaction<T>({ scope, work, authorize }: Transaction<T>): Promise<T> {
    this.scope = scope
    const begin = scope === null ? [CompiledQuery.raw('begin')] : beginScoped('begin', scope, this.scopeMode)
    const begun = begin.map((statement) => this.#connection.executeQuery(statement))
    const authorized = Promise.all([...begun, authorize(this.#transactionOn(this.#provider))])
    let isAuthorized = false
    authorized.then(
      () => (isAuthorized = true),
      () => {},
    )
    const provideConnection: ConnectionProvider['provideConnection'] = async (consumer) => {
      const [result] = await Promise.all([this.#provider.provideConnection(consumer), authorized])
      return result
    }
    const sendCommit = () => {
      nextTick(() => {
        // The statements are handed over by then, and a failed handover is known.
        if (isAuthorized && !this.#hasFailed) this.#commit().catch(() => {})
      })
    }
    let hasFailed = true
    try {
      const trx = this.#transactionOn({ provideConnection })
      const [result] = await Promise.all([work(trx, sendCommit), authorized])
      await Promise.allSettled(this.#running)
      hasFailed = false
      await this.#commit()
      return result
    } finally {
      this.#hasEnded = true
      await Promise.allSettled(this.#running)
      if (hasFailed) await rollBack(this.#connection)
    }
  }

  /** Commits once. */
  #commit(): Promise<void> {
    this.#hasEnded = true
    return (this.#committed ??= this.#sendCommit())
  }

  async #sendCommit(): Promise<void> {
    const { rows } = await this.#connection.executeQuery<{ command?: string }>(COMMIT)
    if (rows[0]?.command === 'ROLLBACK') throw new AbortedTransactionError()
  }

  /** Waits for running statements and refuses later ones; the commit precedes the next caller's statement anyway. */
  async end(): Promise<void> {
    const isOpen = this.#snapshot !== null
    this.#hasEnded = true
    if (this.#running.size > 0) await Promise.allSettled(this.#running)
    if (isOpen) this.#connection.executeQuery(COMMIT).catch(() => {})
  }

  /** Sends a statement. Only the end waits for it: the pool would lose a commit behind an open statement. */
  #send(statement: CompiledQuery): void {
    if (!this.#hasEnded) void this.#track(this.#connection.executeQuery(statement).catch(() => {}))
  }

  /** Makes the end wait for `work`. */
  #track<T>(work: Promise<T>): Promise<T> {
    const running = work.finally(() => this.#running.delete(running))
    this.#running.add(running)
    this.watch(running)
    return running
  }

  readonly #provider: ConnectionProvider = {
    provideConnection: async (consumer) => {
      if (this.#hasEnded) throw new Error('The pipeline has ended: its connection is not its own any more.')
      return this.#track(consumer(this.#connection))
    },
  }
}

/** A connection for a commit behind statements: a value that fails while it is written would be unknown to the server. */
const checked = (connection: DatabaseConnection): DatabaseConnection => ({
  streamQuery: (...args) => connection.streamQuery(...args),
  executeQuery: async (query, options) => {
    if (!query.parameters.every(isSendable)) throw new TypeError('A value of a statement cannot be sent.')
    return connection.executeQuery(query, options)
  },
})

function isSendable(value: unknown): boolean {
  if (value instanceof Date) return !Number.isNaN(value.getTime())
  if (Array.isArray(value)) return value.every(isSendable)
  return (
    value === null || value instanceof Uint8Array || !['object', 'symbol', 'undefined'].includes(typeof value)
  )
}

/** Parts of Kysely that open and end connections, which a connection in use never does. */
const UNUSED = { config: {}, driver: {}, dialect: {} } as Omit<KyselyProps, 'executor'>

class PipelinedKysely extends Kysely<DB> {
  readonly pipeline: Pipeline
  readonly #isTransaction: boolean

  constructor(
    props: KyselyProps,
    { pipeline, isTransaction }: { pipeline: Pipeline; isTransaction: boolean },
  ) {
    super(props)
    this.pipeline = pipeline
    this.#isTransaction = isTransaction
  }

  override get isTransaction(): boolean {
    return this.#isTransaction
  }

  override transaction(): never {
    throw new Error('A pipeline opens no transaction of its own: use withSnapshot.')
  }
}
